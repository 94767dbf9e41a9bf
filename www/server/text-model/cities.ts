/** An airport that the script knows by its city. */
export interface NamedAirport {
  readonly code: string;
  readonly city: string;
}

/** Their names need bytes that can be cut in two. */
const AIRPORTS: readonly NamedAirport[] = [
  { code: "CDG", city: "Paris" },
  { code: "ZRH", city: "Zürich" },
  { code: "GRU", city: "São Paulo" },
  { code: "NRT", city: "Tōkyō" },
  { code: "KEF", city: "Reykjavík" },
  { code: "TBS", city: "თბილისი" },
  { code: "SFO", city: "San Francisco" },
  { code: "LIS", city: "Lisbon" },
];

/** The city after a word, or the first that is named when there is no word. Marks on letters may be left out. */
export function airportIn(prompt: string, word: "from" | "to" | ""): NamedAirport | undefined {
  const text = ` ${plain(prompt)}`;
  const before = word === "" ? "" : `${word} `;
  return AIRPORTS.find(({ city }) => text.includes(` ${before}${plain(city)}`));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
