"""Labels by field, best first: English, German, French, Spanish, Italian, Swedish, Russian, Japanese, Chinese.

Behind those, in the same order: Dutch, Portuguese, Polish, Czech and Slovak, Danish and Norwegian, Finnish, Turkish,
Hungarian, Romanian, Korean and Ukrainian.

Each field has groups of labels separated by commas; a label of the first group names the field best.
"""

from __future__ import annotations

from typing import Final

TITLE_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "title": (
        "title, supplementary title, title supplementary title, drawing title, dwg title, sheet title, titel, "
        "zeichnungsname, zeichnungstitel, titre, titre du dessin, título, titulo, titolo, ritningstitel, "
        "наименование, 図名, 图名, 標題, 标题, 名称, 図面名称, 品名, "
        "naam tekening, tekeningtitel, título do desenho, título da peça, tytuł, nazwa rysunku, název "
        "výkresu, názov výkresu, tegningstittel, tegningstitel, tittel, piirustuksen nimi, otsikko, başlık, "
        "resim adı, titlu, cím, 도명, 명칭, назва, найменування",
        "benennung, bezeichnung, description, designation, désignation, dénomination, denominación, "
        "descripción, denominazione, descrizione, benämning, beskrivning, name of part, part name, part title, "
        "part description, assembly name, teilename, teilebezeichnung, nom de la pièce, nombre de la pieza, "
        "nome, nombre, object, objekt, subject, drawing name, component, component name, 零件名称, 部品名, "
        "部品名称, название, title description, "
        "benaming, omschrijving, descrição, designação, denominação, nome da peça, nazwa, nazwa części, nazwa "
        "przedmiotu, název, názov, název součásti, popis, betegnelse, benævnelse, benevnelse, nimitys, nimi, "
        "parça adı, megnevezés, denumire, denumirea, 품명",
        "drawing file name, file name, filename, dateiname, datei, nom du fichier, fichier, archivo, nome file, "
        "filnamn, model name, modelname, cad file, drawing file, file",
    ),
    "drawing_number": (
        "dwg no, dwg number, dwg #, dwg, drawing no, drawing number, drawing #, drw no, drg no, drawing num, "
        "drawing, zeichnungsnummer, zeichnungs-nr, zeichnungsnr, zeichnung nr, zeichn nr, zng nr, zeichnung, "
        "zchng nr, numéro de plan, n° de plan, no de plan, plan no, plan n°, numéro du dessin, n° dessin, "
        "dessin n°, référence du plan, número de plano, n° plano, nº plano, plano nº, plano n°, no de plano, nº "
        "de plano, número de dibujo, numero disegno, n° disegno, disegno n°, disegno nr, n disegno, dis n, "
        "codice disegno, ritningsnummer, ritningsnr, ritning nr, ritn nr, обозначение, номер чертежа, чертеж №, "
        "図番, 図面番号, 図版, 図面, 图号, 图样代号, 圖號, "
        "tekeningnummer, tekening nr, tekeningnr, tek nr, desenho nº, desenho n°, nº do desenho, nº desenho, n° do "
        "desenho, número do desenho, desenho no, nr rysunku, numer rysunku, rysunek nr, nr rys, číslo "
        "výkresu, č výkresu, č výkr, výkres č, tegningsnummer, tegnings nr, tegningsnr, tegn nr, "
        "piirustusnumero, piirustus nro, piir nro, piirustuksen numero, resim no, çizim no, teknik resim no, "
        "rajzszám, nr desen, desen nr, număr desen, numărul desenului, 도번, 도면번호, номер креслення, позначення",
        "document no, document number, doc no, doc number, document id, dokumentnummer, dokument-nr, "
        "dokumentnr, dokumentnr, identnummer, ident nr, ident-nr, sach-nr zeichnung, numéro de document, n° "
        "document, número de documento, numero documento, identification number, reg nr, registration number, "
        "文件编号, 文書番号, number, nummer, numéro, número, numero, nr, no, номер",
    ),
    "part_number": (
        "part no, part number, part #, part num, partnumber, partno, p/n, pn, item number, article no, article "
        "number, artikelnummer, artikel-nr, artikelnr, art nr, art-nr, teilenummer, teile-nr, teilenr, teil-nr, "
        "teil nr, sachnummer, sach-nr, sachnr, materialnummer, material-nr, mat nr, material number, "
        "bestellnummer, référence, réf, code article, référence article, n° pièce, n° de pièce, numéro de "
        "pièce, referencia, código, nº de pieza, número de pieza, codice, codice articolo, cod, codice pezzo, "
        "n° particolare, detaljnummer, detalj nr, detaljnr, artikel nr, номер детали, 部品番号, 品番, 零件号, "
        "零件代号, 物料编码, 料号, catalog no, catalogue number, sku, product code, product no, stock no, model "
        "no, model number, customer part no, component no, component number, "
        "artikelcode, onderdeelnummer, stuknummer, código da peça, nº da peça, n° da peça, referência, nr "
        "części, numer części, indeks, číslo dílu, číslo součásti, varenr, varenummer, delnr, delenummer, "
        "osanumero, nimike, tuotenumero, parça no, parça numarası, stok no, cikkszám, alkatrész szám, cod "
        "piesă, reper, 품번",
    ),
    "revision": (
        "rev, rev., revision, rev no, revision no, revision number, rev level, rev ltr, rev letter, rev index, "
        "current rev, issue, iss, ed, edition, änderungsindex, änd index, index, änderung, änderungsstand, "
        "revisionsstand, ausgabe, rev stand, indice, indice de révision, ind, révision, rév, revisión, "
        "revisione, utgåva, utg, änd, ревизия, изм, 版本, 版次, 版, 改訂, 改訂番号, リビジョン, rev-nr, "
        "revisionsnummer, rev index, stand, "
        "wijziging, wijz, revisie, revisão, rewizja, zmiana, revize, revízia, změna, revisjon, revisio, "
        "revizyon, muutos, revízió, módosítás, revizia, revizie, 개정, ревізія, зм, numero di versione, n di versione, "
        "numéro de version, número de versión",
        "version, version no, ver, ver no, fassung, versión, versione, версия",
    ),
    "material": (
        "material, mat, mat'l, matl, materials, material spec, material specification, material type, raw "
        "material, werkstoff, materiale, matériau, matière, matériel, materia, material der teile, materiał, "
        "материал, 材料, 材质, 材質, 材料名, werkstoff/halbzeug, halbzeug, rohmaterial, material description, "
        "matiere, "
        "part material, materiaal, materiál, materiaali, aine, raaka aine, malzeme, anyag, materialul, 재질, "
        "재료, матеріал, matéria prima",
    ),
    "finish": (
        "finish, surface finish, surface treatment, treatment, coating, plating, finish spec, oberfläche, "
        "oberflächengüte, oberflächenbehandlung, oberflächenbeschaffenheit, beschichtung, behandlung, finition, "
        "traitement, traitement de surface, état de surface, acabado, tratamiento, acabado superficial, "
        "finitura, trattamento, trattamento superficiale, ytbehandling, ytfinish, ytjämnhet, покрытие, "
        "表面処理, 处理, 表面处理, 仕上げ, 仕上, "
        "oppervlaktebehandeling, oppervlak, acabamento, acabamento superficial, tratamento, wykończenie, "
        "powierzchnia, obróbka powierzchni, povrchová úprava, povrch, overflate, overflatebehandling, "
        "overflade, overfladebehandling, pintakäsittely, pinta, yüzey, yüzey işlemi, felületkezelés, felület, "
        "tratament, 표면처리, 후처리, rugosidad, rugosité, rugosità, rauheit, roughness, surface roughness",
        "color, colour, farbe",
    ),
    "scale": (
        "scale, scales, maßstab, massstab, mst, m, échelle, ech, éch, echelle, escala, esc, scala, skala, "
        "масштаб, 尺度, 縮尺, 比例, scale factor, drawing scale, "
        "schaal, skala rysunku, podziałka, měřítko, merítko, mierka, målestokk, målestok, mål, mittakaava, "
        "suhde, ölçek, méretarány, lépték, scara, scară, 척도, 축척, маштаб",
    ),
    "sheet": (
        "sheet, sheet no, sheet number, sht, sh, sheets, page, pg, blatt, blatt nr, blatt-nr, seite, bl, "
        "feuille, folio, hoja, hoja nº, página, foglio, foglio n, pagina, blad, blad nr, sida, лист, ページ, "
        "葉番, 页, 页码, 第页, シート, planche, "
        "blz, bladnr, folha, folha nº, fl, arkusz, ark, strona, str, list č, strana, sivu, lehti, "
        "sayfa, sayfa no, planșa, planşa, foaie, pagină, 매수, lap, lapszám, аркуш",
    ),
    "sheet_size": (
        "size, sheet size, paper size, dwg size, drawing size, format, form, blattformat, papierformat, "
        "blattgröße, zeichnungsformat, taille, format papier, tamaño, formato, tamaño de hoja, storlek, формат, "
        "用紙, サイズ, 図面サイズ, 图幅, 幅面, paper, "
        "formaat, papierformaat, formát, rozmiar, arkformat, koko, arkin koko, kağıt boyutu, papírméret, 용지",
    ),
    "date": (
        "date, issued date, issue date, release date, date of issue, creation date, created date, drawn date, "
        "date drawn, drawing date, datum, erstelldatum, erstellungsdatum, ausgabedatum, freigabedatum, "
        "zeichnungsdatum, date de création, date création, fecha, fecha de creación, data, data di emissione, "
        "ritningsdatum, дата, 日付, 年月日, 日期, 作成日, date created, created on, erstellt am, gezeichnet am, "
        "dated, day, "
        "datum getekend, data rysowania, dato, päiväys, päivämäärä, pvm, tarih, tarihi, çizim tarihi, dátum, "
        "kelt, data desenării, 날짜, 일자, 작성일, creation date, datum vytvoření, data utworzenia, data de criação, "
        "gemaakt op",
        "plot date, print date, modified, date modified, last modified, revision date, rev date, checked date, "
        "approved date, approval date, geändert am, changed, date approved, date checked",
    ),
    "drawn_by": (
        "drawn, drawn by, draw, drn, drn by, drwn, drwn by, dr, dr by, dwn, dwn by, drawer, drafted by, drafter, "
        "draftsman, drafting, draughtsman, gezeichnet, gez, gezeichnet von, dessiné, dessiné par, dess, "
        "dessinateur, dibujado, dibujado por, dibujó, dib, disegnato, disegnato da, dis, disegnatore, ritad, "
        "ritad av, ritat, ritat av, konstr, чертил, разраб, разработал, выполнил, 製図, 作図, 绘图, 制图, 绘制, "
        "作成者, 作成, 製図者, "
        "getekend, getekend door, get, tekenaar, desenhado, desenhado por, desenhou, des por, desenhista, "
        "rysował, rys, narysował, kreślił, kreślarz, kreslil, nakreslil, vypracoval, tegnet, tegnet av, "
        "tegnet af, tegn, piirtänyt, piirt, piirtäjä, çizen, çizim, rajzolta, rajz, desenat, desenator, 제도, "
        "작성, 작도, розробив, розроб, креслив, nome progettista, nome disegnatore, nom du dessinateur",
        "created by, created, creator, author, bearb, bearbeiter, bearbeitet, erstellt, ersteller, erstellt "
        "von, erstellt durch, konstruiert, konstrukteur, créé par, auteur, creado por, autor, realizado, "
        "autore, creato da, skapad av, upprättad, upprättad av, 設計, 设计, creator 2d, designed, designed by, "
        "des, design, des by, designer, originator, prepared by, made by, entworfen, entw, conçu par, étudié, "
        "diseñado, diseñado por, progettato, progettista, konstruerad, konstruerad av, конструктор, engineer, "
        "eng, "
        "ontworpen, ontworpen door, ontwerper, opsteller, projetado, projetado por, projetista, elaborado, "
        "elaborado por, projektował, konstruował, opracował, opracowała, autor projektu, navrhl, konstruoval, "
        "autor výkresu, konstrueret, konstruert, suunnitellut, suunn, suunnittelija, laatinut, tasarlayan, "
        "hazırlayan, tervezte, tervező, proiectat, proiectant, întocmit, 설계, 설계자, проєктував, designer name",
    ),
    "checked_by": (
        "checked, checked by, chk, chk'd, chkd, chkd by, ck, ckd, ck'd, chk by, check, checker, geprüft, gepr, "
        "geprüft von, prüfer, prüf, kontrolliert, kontr, vérifié, vérifié par, vérif, vérificateur, contrôlé, "
        "contrôlé par, verificado, comprobado, comprobado por, revisado, revisado por, revisó, controllato, "
        "controllato da, verificato, contr, kontrollerad, kontrollerad av, granskad, granskad av, granskn, "
        "проверил, пров, 検図, 確認者, 確認, 校对, 审核, 检查, 照査, 检验, reviewed, reviewed by, "
        "gecontroleerd, gecontroleerd door, gecontr, gezien, conferido, conferido por, verificou, verificado "
        "por, sprawdził, sprawdziła, spr, kontroloval, přezkoušel, skontroloval, kontrollert, kontrollert av, "
        "kontrolleret, kontrolleret af, tarkastanut, tark, tarkastaja, tarkistanut, kontrol, kontrol eden, "
        "ellenőrizte, ellenőr, ell, verificat, 검도, 검토, перевірив, перев, supervisore, supervisor, "
        "superviseur, validé, validé par, validated by, vérificateur",
    ),
    "approved_by": (
        "approved, approved by, approval person, appr, appr by, appr'd, apprd, appv'd, appvd, appvd by, app, "
        "app'd, appd, appd by, approval, approver, released by, released, freigegeben, freigegeben von, freig, "
        "freigabe, genehmigt, genehmigt von, gen, genehm, approuvé, approuvé par, appr par, aprobado, aprobado "
        "por, aprobó, approvato, approvato da, appr da, godkänd, godkänd av, godk, утвердил, утв, 承認, 承認者, "
        "批准, 审定, 承認印, authorised by, authorized by, "
        "goedgekeurd, goedgekeurd door, goedk, akkoord, aprovado, aprovado por, aprovou, zatwierdził, "
        "zatwierdziła, zatw, schválil, schvaľuje, godkjent, godkjent av, godkendt, godkendt af, godk av, "
        "hyväksynyt, hyv, hyväksyjä, onay, onaylayan, onayladı, jóváhagyta, jóváhagyó, aprobat, 승인, 승인자, "
        "затвердив, затв",
        "eng appr, eng apprvl, engr appr, engineering approval, eng approved, norm",
    ),
    "company": (
        "company, company name, firma, firmenname, firm, legal owner, owner, eigentümer, besitzer, société, "
        "entreprise, propriétaire, empresa, compañía, propietario, azienda, società, ditta, proprietario, "
        "företag, ägare, организация, предприятие, 会社名, 公司, 单位, 单位名称, 会社, organisation, "
        "organization, manufacturer, contractor, responsible department, responsible dept, "
        "bedrijf, bedrijfsnaam, eigenaar, firma nazwa, nazwa firmy, cliente empresa, proprietário, firmy, "
        "spółka, společnost, podnik, selskap, virksomhed, eier, ejer, yritys, omistaja, şirket, cég, "
        "tulajdonos, firmă, societate, 회사, 회사명, підприємство, організація",
    ),
    "mass": (
        "weight, mass, wt, estimated weight, est weight, approx weight, calculated weight, unit weight, net "
        "weight, gewicht, masse, gewicht kg, masse kg, weight kg, mass kg, weight g, mass g, masse g, gewicht "
        "g, poids, masse kg, peso, peso kg, masa, massa, vikt, vikt kg, масса, 質量, 重量, 质量, weight lbs, "
        "weight lb, massa kg, "
        "massa, gewicht in kg, massa kg, ciężar, ciężar kg, waga, masa kg, hmotnost, hmotnosť, hmotnost kg, "
        "hmot, vekt, vekt kg, vægt, vægt kg, paino, paino kg, ağırlık, kütle, tömeg, súly, greutate, 중량, 무게, "
        "маса",
    ),
    "projection": (
        "projection, projection method, angle of projection, projektion, projektionsmethode, méthode de "
        "projection, proyección, proiezione, projektionsmetod, проекция, 投影法, 投影, 视角, third angle "
        "projection, first angle projection, 3rd angle projection, 1st angle projection, 第三角法, 第一角法, "
        "projectie, projectiemethode, projeção, diedro, rzutowanie, metoda rzutowania, promítání, projeksjon, "
        "projeksiyon, vetítés, proiecție, 투상법, 각법",
    ),
    "units": (
        "unit, units, unit of measure, drawing units, dim units, einheit, einheiten, maßeinheit, masseinheit, "
        "unité, unités, unidad, unidades, unità, enhet, единицы, 単位, 单位制, dimensions, dimensions in, all "
        "dimensions in, dim in, maße in, masse in, alle maße in, "
        "eenheid, eenheden, unidade, jednostka, jednostki, jednotka, jednotky, enhed, enheter, yksikkö, "
        "birim, egység, unitate, 단위, maten in, dimensões em, wymiary w",
    ),
    "general_tolerance": (
        "tolerance, tolerances, general tolerance, general tolerances, gen tol, gen tolerance, tol, default "
        "tolerance, allgemeintoleranz, allgemeintoleranzen, toleranz, toleranzen, freimaßtoleranz, "
        "freimasstoleranz, allgem toleranz, zul abweichung, zul abw, tolérance, tolérances, tolérance générale, "
        "tolérances générales, tolerancia, tolerancias, tolerancia general, tolerancias generales, tolleranza, "
        "tolleranze, tolleranza generale, tolleranze generali, tolerans, toleranser, generell tolerans, "
        "generella toleranser, tolerering, допуск, общие допуски, предельные отклонения, 普通公差, 一般公差, "
        "公差, 未注公差, standard tolerance, "
        "toler, algemene tolerantie, algemene toleranties, tolerantie, toleranties, tolerância, tolerâncias, "
        "tolerância geral, tolerâncias gerais, tolerancja, tolerancje, tolerancja ogólna, tolerancje ogólne, "
        "tolerance obecné, všeobecné tolerance, nepředepsané mezní úchylky, toleransser, generel tolerance, "
        "generelle toleranser, yleistoleranssi, yleistoleranssit, toleranssi, tolerans değerleri, genel "
        "tolerans, tűrés, általános tűrés, toleranță, toleranțe generale, 공차, 일반공차, загальні допуски",
    ),
}

OTHER_LABELS: Final = (
    "technical reference, responsible department, lang, language code, classification, name, signature, "
    "signatur, unterschrift, sign, firma, firma segnatura, signé, 名前, サイン, 署名, 签名, 签字, подпись, "
    "подп, фамилия, ф и о, mfg, mfg appr, mfg approval, production, produktion, qa, q.a, q a, quality, "
    "qualität, qualité, qual, norm, normgepr, standardisation, comments, comment, kommentar, remarks, notes, "
    "note, bemerkung, bemerkungen, remarques, project, projekt, projet, proyecto, progetto, project no, project "
    "number, projekt-nr, projektnummer, job no, order no, auftrag, auftrags-nr, customer, kunde, client, "
    "cliente, kund, model, used on, next assy, next assembly, application, usage, verwendung, "
    "verwendungsbereich, do not scale drawing, do not scale, zeichnung nicht skalieren, ne pas changer "
    "l'échelle, no cambie la escala, non scalare il disegno, skala inte ritningen, deburr and break sharp "
    "edges, break sharp edges, remove burrs, entgraten und scharfe kanten brechen, unless otherwise specified, "
    "unless otherwise noted, unless specified, wenn nicht anders definiert, wenn nicht anders angegeben, sauf "
    "indication contraire, a menos que se indique lo contrario, se non specificato, dimensions are in "
    "millimeters, dimensions are in inches, proprietary and confidential, confidential, vertraulich, "
    "confidentiel, the information contained in this drawing, interpret geometric tolerancing per, interpret "
    "dimensions and tolerances, licensed under, copyright, schutzvermerk, quantity, qty, anzahl, menge, stück, "
    "cage code, fscm no, code ident, contract no, status, replaces, replaced by, ersatz für, ersetzt durch, "
    "ersetzt, supersedes, superseded by, urspr, ursprung, origin, department, dept, abteilung, abt, reference, "
    "document type, dokumentart, doc type, document status, language, sprache, thickness, dicke, base size, "
    "machine, definition, specification, spec, creator 3d, heat treatment, wärmebehandlung, hardness, härte, "
    "third angle, first angle, linear, angular, winkel, surface finish, tolerances, break edges, edges, kanten, "
    "surfaces, werkstückkanten, lit, лит, т контр, н контр, reserved, all rights reserved, eco, ecn, ecr, change "
    "no, zone, description of change, symbol, 处数, 分区, 更改文件号, 标记, 工艺, 标准化, 阶段标记, 共页, 訂正, "
    "備考, 個数, 数量, solidworks educational product for instructional use only, licensed under cc, drawing "
    "type, proj, assembly, part, phase, state, supplier, lieferant, sheets, printed, plotted, "
    "opdrachtgever, klant, klantnaam, zleceniodawca, projeto, cliente nome, klient, zákazník, asiakas, müşteri, "
    "projekt nr, proje, proje no, imię i nazwisko, nazwisko, podpis, jméno, nimi ja pvm, imza, isim, aláírás, név, "
    "assinatura, handtekening, paraaf, underskrift, allekirjoitus, semnătura, 서명, 성명, підпис, прізвище, "
    "wymiary bez tolerancji, zastępuje, nahrazuje, erstatter, vervangt, korvaa, substitui, sostituisce, remplace, "
    "tipo de documento, type de document, tipo di documento, document title, sub title, subtitle"
)

AMBIGUOUS: Final = (
    "drawing zeichnung no nr number nummer numero m dr des dis art gen index ind form app eng part component "
    "object objekt file subject stand norm mat materials ed sh bl esc design engineer modified changed cod ref "
    "sheets paper day title finish nombre nome data h version dimensions company owner color colour farbe "
    "treatment model prepared issue release ech and "
    "rys str ark spr get des fl mål onay kontrol osa nimi nimike pinta koko kelt rajz ell indeks reper nazwa naam "
    "lap tegn dato list cím popis validé supervisor toler"
)
"""Words that begin other phrases as well: labels only with a colon or nothing after them."""
