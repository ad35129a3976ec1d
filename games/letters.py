"""Letters of other scripts that look like Latin ones, a choice of the confusables of UTS #39."""

CYRILLIC = ("аеорсухіјѕһԁԛԝӏѵүАВСЕНІЈКМОРЅТХУҮԚԜѴЗӀԌ", "aeopcyxijshdqwlvyABCEHIJKMOPSTXYYQWV3IG")
GREEK = ("ονιαρυγϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿ", "oviapuyjABEZHIKMNOPTYXJ")
ARMENIAN = ("օսոհյզցՕՏՍԼ", "ounhjqgOSUL")
CHEROKEE = ("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᏀᏃᏚᏞᏟᏢᏦᏩᏪᏴᏙ", "DRTAJEWMHGZSLCPKGSBV")
LISU = ("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "ABCDEFGHIJKLMNOPRSTUVWXYZ")
LATIN = ("ıɑɡǀƖᴄᴏᴠᴡᴢꜱ", "iagllcovwzs")
MARKS = ("’‘ʼ′`‐‒–—−", "'''''-----")

LIKE = {
    ord(sign): like
    for signs, likes in (CYRILLIC, GREEK, ARMENIAN, CHEROKEE, LISU, LATIN, MARKS)
    for sign, like in zip(signs, likes, strict=True)
}
"""Translate to what a sign looks like."""
STROKES = str.maketrans("I1|0", "lllO")
"""Translate to one sign what many fonts draw as the same."""
