export { ArgumentsReader, type ArgumentsReaderOptions } from "./arguments-reader.js";
export type { ArgumentsListener, ArgumentsPart, PathPattern } from "./parts.js";
