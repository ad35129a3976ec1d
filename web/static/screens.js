// Which pages a television needs, or the big screen with keys: what a game's pages say, drawn in a way of its own.

const all = async (names) => Object.assign({}, ...await Promise.all(names.map((name) => import(`./${name}.js`))));
const KEYED = { none: ["board", "setup"], wizard: ["wizard", "board"], magicians: ["magicians"], probe: ["probe"] };

/** Fetch what draws a game; later names win. */
export const fetched = (view, game) => all(view === "board" ? KEYED[game] : [...(game === "none" ? [] : [game]), `tv-${game}`]);
