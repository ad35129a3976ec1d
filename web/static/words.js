// The reader's language. English stands in the code; the table sends each script with its sentences in the language of the page (web/assets.py).

export const language = document.documentElement.lang || "en";

const rules = new Intl.PluralRules(language);

// French says d’Anne and qu’Anne: texts/french.py, which knows more such words, for more values.
const LITTLE = language === "fr" ? /(^|[\s(])(d|qu)e (?=\{(\w+)\})/gi : null;

const joined = (template, values) =>
  LITTLE ? template.replace(LITTLE, (whole, before, word, name) => (/^[aàâäeéèêëiîïoôöuùûüœæ]/i.test(values[name] ?? "") ? `${before}${word}’` : whole)) : template;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name among words and figures: one that is written from the right is kept apart, or they change places with it (texts/bidi.py). */
export const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : `${text}`);

const fill = (template, values) => joined(template, values).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? isolated(values[name]) : whole));

/** Say a sentence: t("{name} bids", { name }). It must be written out here, for the catalogue to find it. */
export const t = (template, values = {}) => fill(template, values);

/** The same word in another sense: tc("edition amigo", "Fool"). */
export const tc = (_context, template, values = {}) => fill(template, values);

/** One or several: tn("{count} card", "{count} cards", n). */
export function tn(one, more, count, values = {}) {
  return fill(rules.select(count) === "one" ? one : more, { count, ...values });
}

const row = (kind) => {
  const rule = new Intl.ListFormat(language === "en" ? "en-GB" : language, { type: kind });
  return (names) => rule.format(names.map(isolated));
};

/** "a, b and c" and "a, b or c". */
export const listed = row("conjunction");
export const either = row("disjunction");

/** What speaks of the table's own buttons and lamps, where it has them; `v`: a state. Asked here alone. */
export const atPanel = (v, said) => (v.buttons ? said : null);

/** What speaks of the camera, where one looks at the table; else what is said without. Asked here alone. */
export const underCamera = (v, said, without = null) => (v.camera ? said : without);

/** A number as the reader writes it: number(1234.5), number(0.5, { style: "percent" }). */
export const number = (value, how = {}) => new Intl.NumberFormat(language === "en" ? "en-GB" : language, how).format(value);

/** A share of one as a percentage, with `digits` behind the point, or with no more than `most`. French has a narrow space before the sign, which browsers forget. */
export const percent = (share, digits = 0, most = digits) => {
  const told = number(share, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: most });
  return language === "fr" ? told.replace(/\s%/, "\u202f%") : told;
};

/** Points as they stand; a lack of them has the long sign. */
export const plain = (points) => number(points).replace("-", "−");

/** Points won or lost, with their sign; 0 has none. */
export const signed = (points) => (points > 0 ? `+${number(points)}` : plain(points));

/** A moment as the reader writes it: date(new Date(), { dateStyle: "long" }). */
export const date = (moment, how = { dateStyle: "medium" }) => new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, how).format(moment);
