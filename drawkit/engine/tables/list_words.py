"""Headings of parts lists and of revisions tables by field, best first, and headings that belong to neither.

Sources: ISO 7573 (parts lists) in its national editions, GOST 2.106 and 2.104, GB/T 10609.2, JIS B 0001, STAS 1434 and
the headings of common drawing systems. The languages are those of `label_words`; Hebrew and Vietnamese come last.
"""

from __future__ import annotations

from typing import Final

BOM_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "position": (
        "item, line item, line no, line, item no, item number, itemno, item nr, item #, pos, pos no, pos nr, posnr, "
        "pos-nr, position, "
        "positions-nr, positionsnummer, find no, find number, find nr, find, index, no, nr, #, no., num, lfd "
        "nr, lfd-nr, lfdnr, lfd, ref no, rep, rep., repère, repére, rép, rep no, n°, nº, elemento, n.º de "
        "elemento, nº de elemento, no de elemento, art, marca, rif, posiz, posizione, posición, detalj, det, "
        "det nr, поз, позиция, № п/п, п/п, формат зона поз, 番号, 部番, 照番, 序号, 编号, 項番, 件号, numéro "
        "d'article, numero d'article, no article, ref, mark, detail no, detail, balloon, key, seq, seq no, "
        "teil, teil pos, item no., part, ítem, número de elemento, núm elemento, nº elem, n.º de artículo, marca nº, "
        "n° rep, numéro de repère, particolare, pos no., nr poz, nr pozycji, номер позиции, № поз, № позиции, "
        "符号, 照合番号, 照合, 項目, 项目, 序, 件號, 序號, 項次, מס, פריט, מס פריט, מספר פריט, "
        "מספר, stt, tt, số tt, vị trí, "
        "poz, poz nr, positie, item nº, item n°, nº item, lp, l p, položka, pozice, pozícia, osa nro, osa, sıra "
        "no, sıra, поз обозначение, позиционное обозначение, "
        "tétel, tételszám, nr crt, poziție, 품번호, 순번, 번호, поз nr",
    ),
    "quantity": (
        "qty, quantity, q'ty, qty., qnty, quant, qty req, qty reqd, qty required, req'd, reqd, no req'd, no "
        "reqd, no off, number off, off, no required, pcs, pieces, count, total qty, qty per assy, anzahl, anz, "
        "menge, stück, stk, stck, stückzahl, stckzahl, quantité, qté, qte, nb, nombre, nbre, cantidad, cant, "
        "cdad, ctd, quantità, quantita, q.tà, q.ta, qtà, qta, q, qt, pezzi, antal, ant, st, кол, кол-во, "
        "количество, 個数, 数量, 員数, 台数, default/qty, qty ea, qpa, unit qty, amount, "
        "aantal, aant, quantidade, qtd, qtde, quant total, ilość, szt, ilość szt, liczba sztuk, počet, počet "
        "kusů, ks, množství, antall, lkm, määrä, kpl, adet, miktar, db, darab, darabszám, buc, bucăți, "
        "cantitate, 수량, 개수, кількість, кільк, nº de piezas, n.º piezas, número de piezas, unidades, uds, ud, "
        "nº pezzi, n pezzi, numero pezzi, nbr, nombre de pièces, n° de pièces, liczba, quant, nº peças, кол шт, "
        "количество шт, кол на изделие, кол экз, 件数, 件數, 數量, 数, כמות, số lượng, sl, ilosc, pcs., "
        "用量, 单位用量, 單位用量, 使用数量, 使用數量",
    ),
    "part_number": (
        "part no, part number, part #, partnumber, partno, part num, p/n, pn, part nr, article no, article "
        "number, artikelnummer, artikel-nr, artikelnr, art nr, teilenummer, teile-nr, teilenr, teil-nr, teil "
        "nr, sachnummer, sach-nr, sachnr, sach nr, materialnummer, mat nr, bestellnummer, bestell-nr, best nr, "
        "ident nr, identnummer, référence, réf, code article, n° de pièce, n° pièce, numéro de pièce, no de "
        "pièce, referencia, código, nº de pieza, n.º de pieza, número de pieza, codice, codice articolo, numero "
        "parte, n° parte, numero di parte, cod, detaljnummer, artikel nr, номер детали, обозначение, 部品番号, "
        "品番, 零件号, 零件代号, 代号, 物料编码, 料号, 图号, 図番, part number/drawing number, part or "
        "identifying no, part or ident no, pin, sku, mfr part no, mfg part no, manufacturer part number, mpn, "
        "catalog no, stock no, stock number, component no, kennzeichen, "
        "onderdeelnummer, artikelcode, código da peça, nº da peça, número da peça, nr części, numer części, "
        "číslo dílu, číslo součásti, varenr, varenummer, delenummer, osanumero, tuotenumero, parça no, parça "
        "numarası, cikkszám, cod, cod piesă, 품번, 부품번호, позначення, артикул, "
        "шифр, обозначение чертежа, nr desen sau stas, "
        "desen sau stas, nr desen stas, 型番, 型号, 型式, 图样代号, 代號, 圖號, 料號, 物料号, 编码, "
        "מקט, מספר קטלוגי, "
        "מק ט, ký hiệu, mã số, mã hiệu, mã",
        "dwg no, drawing no, drawing number, dwg number, drg no, document no, document number, "
        "zeichnungsnummer, zeichnungs-nr, zeichnungsnr, zeichnung, plan no, n° de plan, n° plan, nº plano, "
        "disegno, n° disegno, ritningsnummer, ritningsnr, ritn nr, sachnummer/norm-kurzbezeichnung, "
        "sachnummer/norm, file name, filename, code, dateiname, norm, din, normbezeichnung, standard, "
        "tekeningnummer, tekening nr, nr rysunku, numer rysunku, číslo výkresu, tegningsnummer, tegningsnr, "
        "piirustusnumero, resim no, rajzszám, nr desen, desenho nº, nº desenho, "
        "piirustus nro, 도번, 규격, nombre archivo, "
        "nombre de archivo, nom de fichier, nome file, nome do arquivo, nome do ficheiro, имя файла, nazwa pliku, "
        "מס שרטוט, מספר שרטוט, số bản vẽ",
    ),
    "designation": (
        "description, desc, descr, designation, part description, nomenclature, nomenclature or description, "
        "benennung, bezeichnung, teilebezeichnung, désignation, désignations, descripción, denominación, "
        "descrizione, denominazione, benämning, beskrivning, наименование, 名称, 品名, 部品名称, 部品名, "
        "零件名称, 产品名称, 描述, item description, bezeichnung/benennung, gegenstand, benennung/bezeichnung, "
        "benaming, omschrijving, descrição, designação, denominação, nazwa, nazwa części, opis, název, název "
        "součásti, názov, popis, betegnelse, benævnelse, benevnelse, beskrivelse, nimitys, parça adı, tanım, "
        "açıklama, megnevezés, denumire, denumirea, 품명, 명칭, найменування, "
        "назва, наименование и обозначение, 名稱, "
        "零件名, 部件名称, 物料名称, 部品, תיאור, שם, שם החלק, שם פריט, tên gọi, tên chi tiết, tên",
        "name, part name, title, part title, component, component name, item name, teilename, titel, nom, nom "
        "de la pièce, nombre, nome, namn, название, parts, part, partname, file, element, objekt",
        "规格, 規格, 规格型号, 規格型號, 品名规格, 品名規格, 名称规格, 名称及规格, 品名及规格",
    ),
    "material": (
        "material, mat, mat'l, matl, materials, material spec, werkstoff, material/specification, matériau, "
        "matière, materiale, materiał, материал, 材料, 材质, 材質, material specification, material/finish, "
        "material or specification, stock, werkstoff/halbzeug, halbzeug, rohstoff, "
        "materiaal, materiál, materiaali, aine, malzeme, anyag, 재질, 재료, "
        "матеріал, materialul, 材 料, 材 质, 材 質, "
        "חומר, חומר גלם, vật liệu, марка материала",
    ),
    "remark": (
        "remark, remarks, note, notes, comment, comments, bemerkung, bemerkungen, anmerkung, kommentar, "
        "remarque, remarques, observations, observation, observaciones, notas, nota, note/remark, osservazioni, "
        "anmärkning, anm, примечание, примеч, 備考, 备注, 摘要, 記事, "
        "opmerking, opmerkingen, observações, observação, obs, uwagi, uwaga, poznámka, poznámky, bemærkning, "
        "bemærkninger, merknad, merknader, huomautus, huom, notlar, megjegyzés, "
        "observații, 비고, 비 고, примітка, obs., "
        "примечания, 備 考, 备 注, 備註, הערות, הערה, ghi chú",
    ),
    "other": (
        "unit, einheit, me, mass, weight, gewicht, masse, wt, weight kg, poids, peso, vikt, масса, 質量, 重量, "
        "单重, 总重, length, länge, longueur, finish, surface, oberfläche, supplier, vendor, manufacturer, mfr, "
        "hersteller, lieferant, fournisseur, cost, price, size, dimensions, dimension, abmessung, abmessungen, "
        "dim, rev, revision, source, type, typ, category, stock size, spec, specification, color, colour, "
        "farbe, total weight, unit weight, zone, class, model, process, make/buy, treatment, thickness, width, "
        "norm, standard, rohmaß, halbzeug, formato, формат, зона, autor, author, proveedor, fornitore, fornecedor, "
        "dostawca, поставщик, ед изм, единица измерения, цена, сумма, масса ед, масса кг, masa, masa netă, massa, "
        "单件, 总计, 单件重量, 总计重量, 單重, 總重, 供应商, 厂家, メーカ, メーカー, 単重, 仕様, משקל, ספק, "
        "khối lượng, rework, "
        "price, unit price, link, url",
    ),
}

REVISION_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "revision": (
        "rev, rev., revision, rev no, revision no, ltr, letter, issue, iss, index, ind, ind., änderungsindex, "
        "änd, zust, zust., zustand, rev index, edition, ed, version, ver, utgåva, utg, indice, révision, rév, "
        "revisión, revisione, изм, ревизия, 改訂, 版本, 版次, 标记, 符号, 訂正, 版, rev level, sym, mark, no, "
        "nr, ausgabe, "
        "wijz, wijziging, revisão, rewizja, zmiana, revize, změna, revisjon, revisio, revizyon, revízió, 개정, "
        "state, status, modif, mod, modificação, modificación nº, zm, зм, 记号, 記号, 符號, 版次号, "
        "מהדורה, רוויזיה, rev nr, n° rev",
    ),
    "description": (
        "description, description of change, desc, change, changes, change description, revision description, "
        "modification, modifications, revision history, nature of change, details, amendment, änderung, "
        "änderungen, beschreibung, änderungsbeschreibung, art der änderung, désignation, nature de la "
        "modification, descripción, modificación, descrizione, modifica, beskrivning, ändring, описание, "
        "изменение, № докум, 内容, 改訂内容, 訂正内容, 变更内容, 更改内容, 更改文件号, 描述, text, reason, "
        "comment, comments, remarks, notes, "
        "omschrijving, descrição, alteração, opis, opis zmiany, popis, popis změny, popis změn, beskrivelse, "
        "muutos, selitys, açıklama, değişiklik, leírás, descriere, 내용, 변경내용, опис, 修改内容, 修改內容, 修改说明, "
        "修改說明, 修订内容, 修訂內容, 修订说明, 变更说明, 變更內容, 變更說明, 設變內容, 设变内容, 更改说明, 更改說明, "
        "改版内容, 改版說明, 変更内容, 変更箇所, 変更事項, 改訂事項, 改訂箇所, 訂正事項, 訂正箇所, 変更履歴, 变更记录, "
        "修改记录, 개정내용, 변경사항, 개정사항",
    ),
    "date": (
        "date, datum, fecha, data, дата, 日付, 年月日, 日期, rev date, issue date, release date, day, dato, päiväys, "
        "pvm, tarih, dátum, 날짜, 일자, 修改日期, 修订日期, 修訂日期, 变更日期, 變更日期, 更改日期, 改版日期, "
        "変更日, 改訂日, 訂正日, 変更年月日, 改訂年月日, 訂正年月日",
    ),
    "approved_by": (
        "approved, approved by, appr, apprd, appd, app, approval, app'd, appr by, apprd by, appd by, app by, app'd by, "
        "appvd, appv'd, appvd by, appv'd by, auth, auth by, authorized by, authorised by, "
        "freigegeben, freigabe, genehmigt, approuvé, aprobado, approvato, godkänd, утвердил, 承認, 批准, 核准, 审批, "
        "goedgekeurd, aprovado, zatwierdził, schválil, godkjent, godkendt, hyväksynyt, onay, jóváhagyta, "
        "aprobat, 승인",
        "by, rev by, drawn, drawn by, changed by, revised by, name, bearb, bearbeiter, sign, signature, "
        "initials, int, dr, author, nom, nombre, nome, подп, подпись, 担当, 担当者, 签名, 簽名, 签字, "
        "chk, checked, checked by, chkd, 修改人, 修改者, 变更人, 變更者, 更改人, 修订人, 设计, 設計, 審核, 审核, "
        "변경자, 작성",
    ),
    "other": (
        "zone, ecn, eco, ecr, dcn, ecn no, eco no, ecr no, change no, änderungs-nr, sheet, blatt, status, лист, "
        "分区, 处数",
    ),
}

DECOY_WORDS: Final = (
    "x loc, y loc, x-loc, y-loc, xloc, yloc, x, y, z, x dim, y dim, tag, hole, hole no, hole size, loc, pin, "
    "pin no, signal, wire, wire no, wire color, from, to, color code, gauge, awg, terminal, connector, net, "
    "function, datum, characteristic, tolerance, actual, measured, nominal, upper, lower, min, max, bohrung, "
    "gewinde, toleranz, nennmaß, passung, abmaß, istmaß, teeth, module, zähnezahl, modul, radius, angle, bend, "
    "direction, bend direction, inner radius, plated, drill, drill size, hole type, drill layer pair"
)
