/** A way to show Markdown as it arrives. */
export interface Renderer {
  readonly name: string;
  readonly kind: "ours" | "reference" | "peer";
  readonly notes: readonly string[];
  /** Begins an empty message in an element. */
  begin(element: HTMLElement): Showing;
}

/** A message that arrives. */
export interface Showing {
  /** Shows what has come so far, with one more piece. */
  push(piece: string): void;
  /** Nothing more comes. */
  end(): void;
}
