"""Labels by field that `label_words` and `further_label_words` lack: the national habits around ISO 7200.

Sources: the national editions of ISO 7200, DIN 6771, ASME Y14.1, GOST 2.104, JIS Z 8311 and GB/T 10609.1, and what
schools and offices print. Added are Bulgarian, Croatian and Serbian, Slovene, Greek, the Baltic languages and
Indonesian. The groups are those of `label_words`.
"""

from __future__ import annotations

from typing import Final

NATIONAL_TITLE_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "title": (
        "intitulé, titre complémentaire, nombre del plano, nombre del dibujo, título suplementario, denominazione "
        "particolare, titolo supplementare, tytuł rysunku, tytuł dodatkowy, nazwa detalu, název dílu, doplňkový "
        "název, parçanın adı, resmin adı, titel tekening, tegningens titel, ritningens namn, rajz megnevezése, "
        "denumirea desenului, наименование детали, наименование чертежа, наименование документа, naziv, naziv "
        "crteža, naziv dijela, naziv dela, naslov, назив, назив цртежа, 図面名, 件名, 產品名稱, 產品名称, 产品名称, "
        "도면명, 부품명, 제목, τίτλος, ονομασία, pavadinimas, nosaukums, nimetus, joonise nimetus, judul, judul "
        "gambar, nama gambar, nama bagian, zusätzlicher titel, supplementary title, 品名 name, "
        "名称 name, 名稱 name, 图名 name, 品名 part name",
        "désignation de la pièce, onderdeel, emne, rubrik",
    ),
    "drawing_number": (
        "n° plan, n° de dessin, référence plan, plano núm, nº de documento, disegno n, nr disegno, rys nr, číslo "
        "dokumentu, çizim numarası, resim numarası, tegning nr, piir no, piirustus no, piirustuksen no, rajz száma, "
        "№ чертежа, чертеж номер, broj crteža, crtež br, br crteža, број цртежа, бр цртежа, št risbe, številka "
        "risbe, 图纸编号, 图纸号, αριθμός σχεδίου, αρ σχεδίου, brėžinio nr, brėžinio numeris, rasējuma nr, joonise "
        "nr, no gambar, nomor gambar",
        "sachnummer/dokumentnummer, numéro d'identification, número de identificación, numero di identificazione, "
        "numer identyfikacyjny, identifikační číslo, identificatienummer, identifikationsnummer",
    ),
    "part_number": (
        "cod articolo, codice particolare, osa no, nimikenumero, cod reper, 부품번호, 產品編號, 产品编号, 件号, "
        "零件编码, код, код изделия, код детали",
    ),
    "revision": (
        "revision index, indice de modification, índice de revisión, indice di revisione, index změny, wersja, "
        "verze, verzia, revizyon no, versie, udgave, ändring, verzió, izmjena, izmena, ревизија, измена, 版数, "
        "图纸版本, 개정번호, 리비전, αναθεώρηση, revizija, revisi",
    ),
    "material": (
        "výchozí materiál, malzemesi, gereç, råmateriale, material/ämne, anyagminőség, марка материала, gradivo, "
        "materijal, материјал, 材料名称, 材質名, υλικό, medžiaga, materiāls, materjal, bahan",
        "polotovar, ämne",
    ),
    "finish": (
        "oberflächenschutz, tratamiento superficial, tratamento superficial, tratamento de superfície, úprava "
        "povrchu, yüzey işlem, yüzey kalitesi, kaplama, tratament de suprafață, acoperire, покриття, обработка "
        "поверхности, površinska obrada, površinska zaštita, 表面处理方式, 表面处理要求, 表面処理方法, 処理",
    ),
    "scale": (
        "mjerilo, merilo, мјерило, мерило, мащаб, スケール, スケ-ル, 스케일, κλίμακα, mastelis, mērogs, mõõtkava, "
        "massstab gewicht",
    ),
    "sheets": ("全葉数, 張數, celkem listů, počet listů celkem, total de folhas, sider",),
    "sheet": (
        "hoja núm, foglio nr, nr arkusza, numer arkusza, pafta no, lehti no, lehti nro, stranica, лист бр, 页次, "
        "頁次, 图纸页码, 시트, φύλλο, lembar, halaman",
        "list, pafta, lapas, pág",
    ),
    "sheet_size": (
        "format arkusza, formátum, 用紙サイズ, 图纸大小, 图纸幅面, 纸张, 도면크기, μέγεθος, formatas, ukuran, "
        "ukuran kertas, kertas",
    ),
    "date": (
        "fecha de emisión, data emissione, data de emissão, data wydania, datum vydání, dátum vydania, "
        "uitgiftedatum, udgivelsesdato, utgivelsesdato, utgivningsdatum, julkaisupäivä, дата выпуска, датум, yayın "
        "tarihi, 完成日期, 设计日期, 绘图日期, 制图日期, 作成年月日, ημερομηνία, datums, kuupäev, tanggal, tgl",
    ),
    "drawn_by": (
        "author name, drawn name, drawing by, drafting by, drafted, établi par, elaboró, realizado por, redatto da, "
        "redatto, eseguito da, eseguito, wykonał, wykonała, utworzył, vytvořil, çizdi, oluşturan, çizenin adı, "
        "opgesteld door, udarbejdet af, utarbeidet av, készítette, elaborat, исполнил, исп, виконав, изготвил, "
        "чертал, crtao, nacrtao, цртао, izradio, израдио, narisal, izdelal, 担当, 拟制, 编制, 製圖, 繪圖, 繪製, "
        "制图员, 작성자, σχεδίασε, σχεδιαστής, braižė, brėžė, zīmēja, joonestas, koostas, digambar, digambar oleh",
        "projektirao, konstruirao, konstruiral, конструирао, пројектовао, projektovao, constructed by, constructed, "
        "engineered by, 设计人员",
    ),
    "checked_by": (
        "supervisor name, verified, verified by, verification, verificato da, controllo, revisto por, zweryfikował, "
        "weryfikował, zkontroloval, kontrol etti, kontrol edildi, gec, verificat de, controlat, проверено, "
        "pregledao, provjerio, проверио, прегледао, kontrolirao, pregledal, 复核, 覆核, 檢查, 審核, 审查, 확인, "
        "ελέγχθηκε, έλεγχος, tikrino, pārbaudīja, kontrollis, diperiksa, diperiksa oleh",
    ),
    "approved_by": (
        "freigegeben durch, genehmigt durch, autorisé par, vobo, visto bueno, autorizzato da, autorizado, aprov, "
        "uvolnil, vrijgegeven, vrijgegeven door, frigivet af, frigitt av, frigiven av, engedélyezte, aprobat de, "
        "утверждено, утвърдил, одобрил, odobrio, одобрио, odobril, 認可, 审批, 核准人, 審定, εγκρίθηκε, έγκριση, "
        "tvirtino, apstiprināja, kinnitas, disetujui, disetujui oleh",
    ),
    "company": (
        "gesetzlicher eigentümer, rechtlicher eigentümer, unternehmen, propriétaire légal, propietario legal, "
        "proprietario legale, proprietário legal, właściciel, właściciel prawny, vlastník, zákonný vlastník, "
        "organizace, firma adı, kurum, yasal sahip, juridisch eigenaar, wettelijke eigenaar, juridisk ejer, "
        "juridisk eier, rättslig ägare, juridisk ägare, laillinen omistaja, proprietar legal, владелец, владелец "
        "документа, tvrtka, poduzeće, предузеће, podjetje, 社名, 公司名称, 企业名称, 업체명, εταιρεία, įmonė, "
        "uzņēmums, ettevõte, perusahaan",
    ),
    "mass": (
        "act wt, actual weight, calc wt, calculated wt, finished weight, čistá hmotnost, težina, тежина, 净重, "
        "总重, 単重, 総重量, 질량, βάρος, μάζα, masė, gewicht in g, vikt i kg",
    ),
    "projection": (
        "method of projection, darstellungsmethode, método de proyección, método de projeção, metodo di proiezione, "
        "metoda promítání, projeksiyon metodu, izdüşüm, izdüşüm metodu, projektiomenetelmä, vetítési mód, "
        "projekcija, 投影符号, 视图投影, προβολή",
    ),
    "units": (
        "unità di misura, cotes en, cotas en, cotas em, quote in, rozměry v, ölçü birimi, ölçüler, mål i, mått i, "
        "mitat, méretek, одиниці, jedinice, mjerna jedinica, 图纸单位, μονάδες, satuan",
    ),
    "general_tolerance": (
        "allg toleranzen, freimaßtoleranzen, tol gral, toll generali, netolerované rozměry, genel toleranslar, "
        "toleranslar, неуказанные предельные отклонения, opće tolerancije, опште толеранције, opšte tolerancije, "
        "splošne tolerance, 指示なき公差, 公差等级, 未注尺寸公差, 通用公差, γενικές ανοχές, toleransi umum, "
        "toleransi",
        "tolerování, přesnost, presnost",
    ),
}

NATIONAL_OTHER_LABELS: Final = (
    # English: ASME Y14.1, BS 8888, schools
    "visa, contract, issued, engr, heat treat, tracing no, sim to, similar to, work order, work order no, wo no, "
    "qty reqd, no off, deburr, interpret drawing per, release status, security classification, vendor, stock size, "
    "raw size, blank size, course, tutor, teacher, lecturer, instructor, old number, modifications, sales order, "
    "purchase order, po no, tool no, tooling no, customer name, client name, project name, "
    # German: DIN 6771, DIN EN ISO 7200
    "verantwortliche abteilung, verantwortl abtlg, technische referenz, dokumentenart, dokumentenstatus, "
    "dokumentstatus, zust, zustand, ers f, ers d, ersatz durch, rohteil, rohteil-nr, modell- oder gesenk-nr, "
    "modell-nr, auftragsnummer, auftrags-nummer, stückzahl, zugehörige zeichnung, klasse, schule, matrikel-nr, "
    "kostenstelle, vorname, studiengang, "
    # French
    "nom, nom et prénom, prénom, service responsable, référence technique, statut du document, langue, remplacé "
    "par, affaire, n° affaire, n° d'affaire, quantité, qté, observations, classe, groupe, lycée, traitement "
    "thermique, dureté, ce document est la propriété, "
    # Spanish and Portuguese
    "nombre y apellidos, nombre y firma, departamento responsable, referencia técnica, estado del documento, "
    "idioma, sustituye a, sustituido por, cantidad, observaciones, alumno, alumna, centro, escuela, instituto, "
    "calificación, tratamiento térmico, dureza, nº de piezas, nº de alumno, carrera, profesor, docente, comisión, "
    "legajo, departamento responsável, referência técnica, estado do documento, substituído por, quantidade, quant, "
    "observações, turma, aluno, disciplina, professor, instituição, escola, tratamento térmico, visto, "
    # Italian
    "nome e cognome, cognome, ufficio responsabile, reparto responsabile, riferimento tecnico, stato del documento, "
    "lingua, sostituito da, sostituisce il, commessa, quantità, q.tà, studente, alunno, trattamento termico, "
    "durezza, grado di lavorazione, smussi non quotati, raggi non quotati, raccordi non quotati, istituto, "
    # Polish, Czech and Slovak
    "podpis i data, dział odpowiedzialny, rodzaj dokumentu, status dokumentu, język, zastąpiony przez, ilość, "
    "liczba sztuk, uwagi, grupa, wydział, uczelnia, szkoła, klasa, prowadzący, obróbka cieplna, twardość, nr "
    "albumu, nr indeksu, odpovědné oddělení, druh dokumentu, typ dokumentu, stav dokumentu, jazyk, nahrazen, "
    "nahrazeno, počet kusů, množství, poznámka, poznámky, třída, skupina, škola, fakulta, tepelné zpracování, "
    "tvrdost, starý výkres, nový výkres, č seznamu, tř odpadu, norm ref, technolog, priezvisko, příjmení, "
    # Turkish
    "adı soyadı, ad soyad, sorumlu bölüm, teknik referans, doküman tipi, doküman durumu, yerine geçen, proje adı, "
    "adet, miktar, açıklama, açıklamalar, notlar, sınıf, sınıfı, numara, öğrenci, öğrenci no, okul, bölüm, ısıl "
    "işlem, sertlik, "
    # Dutch, Danish, Norwegian, Swedish, Finnish
    "naam, naam en datum, verantwoordelijke afdeling, technische referentie, documentsoort, taal, vervangen door, "
    "projectnummer, aantal, opmerkingen, opmerking, groep, warmtebehandeling, hardheid, afdeling, navn, ansvarlig "
    "afdeling, teknisk reference, dokumenttype, sprog, erstattet af, antal, bemærkninger, varmebehandling, hårdhed, "
    "ansvarlig avdeling, teknisk referanse, språk, erstatning for, erstattet av, antall, merknad, merknader, "
    "prosjekt, prosjektnr, namn, ansvarig avdelning, teknisk referens, dokumenttyp, ersätter, ersatt av, "
    "anmärkning, värmebehandling, hårdhet, vastuuosasto, tekninen asiantuntija, asiakirjatyyppi, asiakirjan tyyppi, "
    "kieli, korvattu, projekti, työnumero, työ no, lukumäärä, kpl, huomautukset, huom, lämpökäsittely, kovuus, "
    # Hungarian, Romanian
    "vevő, megrendelő, darabszám, megjegyzés, hőkezelés, keménység, osztály, csoport, helyettesíti, nume, nume și "
    "prenume, proiect, cantitate, observații, înlocuiește, tratament termic, beneficiar, "
    # Russian, Ukrainian, Bulgarian, Croatian, Serbian, Slovene
    "рук, гип, кол уч, изм лист, заказчик, проект, объект, количество, кол, примечание, группа, студент, "
    "преподаватель, руководитель, принял, консульт, термообработка, твердость, кількість, викладач, керівник, "
    "група, име и фамилия, количество бр, ime i prezime, prezime, potpis, име и презиме, потпис, ime in priimek, "
    "priimek, količina, napomena, razred, "
    # Japanese, Chinese, Korean
    "氏名, 印, 員数, 熱処理, 硬度, 用途, 機種, 型式, 客先, 納入先, 得意先, 工事名, 工事番号, 製番, 注文番号, 区分, "
    "所属, 学籍番号, 組立図番, 注記, 記事, 処置, 姓名, 备注, 件数, 项目, 项目号, 客户, 客户名称, 产品型号, 型号, "
    "班级, 学号, 学校, 专业, 指导老师, 指导教师, 成绩, 热处理, 审图, 工程名称, 图别, 标准, 标准化审查, 数量, "
    "每台件数, 旧图号, 变更, 变更内容, 變更, 備註, 客戶, 機型, 수량, 비고, 열처리, 경도, 고객, 고객사, 프로젝트, "
    "프로젝트명, 학번, 학과, 소속, "
    # Indonesian
    "nama, tanda tangan, jumlah, keterangan, kelas"
)

NATIONAL_SHORT_WORDS: Final = (
    "onderdeel, emne, rubrik, naslov, naziv, judul, nimetus, bahan, gradivo, gereç, polotovar, ämne, list, pafta, "
    "lapas, pág, kurum, satuan, mitat, méretek, ölçüler, ukuran, kertas, lembar, halaman, verze, verzia, verzió, "
    "versie, wersja, udgave, ändring, gec, controllo, verification, verified, drafted, eseguito, redatto, "
    "autorizado, presnost, přesnost, 処理, 担当, κλίμακα, vrijgegeven"
)
"""Words that are labels only as they are spelt, with a colon or nothing after them: others are like them."""
