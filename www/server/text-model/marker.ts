/** A call as this model writes it. JSON may escape any character of a string, and the first of each is: a reader must cope. */
export function marker(name: string, args: object): string {
  return literalMarker(name, JSON.stringify(args).replace(/(?<=:")[A-Z]/g, escaped));
}

/** A call with arguments that somebody else wrote. */
export function literalMarker(name: string, args: string): string {
  return `<tool_call name="${name}" args=${args}></tool_call>`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
