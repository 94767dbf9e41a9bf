/** An airport of the stand-in. */
export interface Airport {
  readonly iata_code: string;
  readonly name: string;
  readonly city_name: string;
  readonly time_zone: string;
  readonly latitude: number;
  readonly longitude: number;
}

export const airports: readonly Airport[] = [
  airport("SFO", "San Francisco", "San Francisco", "America/Los_Angeles", 37.62, -122.38),
  airport("CDG", "Paris Charles de Gaulle", "Paris", "Europe/Paris", 49.01, 2.55),
  airport("ZRH", "Zürich", "Zürich", "Europe/Zurich", 47.46, 8.55),
  airport("GRU", "São Paulo/Guarulhos", "São Paulo", "America/Sao_Paulo", -23.43, -46.47),
  airport("NRT", "Tōkyō Narita", "Tōkyō", "Asia/Tokyo", 35.77, 140.39),
  airport("LIS", "Lisbon Humberto Delgado", "Lisbon", "Europe/Lisbon", 38.77, -9.13),
  airport("TBS", "თბილისი Shota Rustaveli", "თბილისი", "Asia/Tbilisi", 41.67, 44.95),
  airport("KEF", "Reykjavík Keflavík", "Reykjavík", "Atlantic/Reykjavik", 63.99, -22.61),
];

function airport(
  iata_code: string,
  name: string,
  city_name: string,
  time_zone: string,
  latitude: number,
  longitude: number,
): Airport {
  return { iata_code, name, city_name, time_zone, latitude, longitude };
}

/** How far it is along the globe, in kilometres. */
export function distance(from: Airport, to: Airport): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const chord =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) *
      Math.cos(radians(to.latitude)) *
      half(to.longitude - from.longitude);
  return 2 * 6371 * Math.asin(Math.sqrt(chord));
}

/** A time as an airport's clocks show it, without an offset: `2025-05-10T08:00:00`. */
export function localTime(epoch: number, { time_zone }: Airport): string {
  // Swedish is written as ISO 8601 is.
  return new Date(epoch).toLocaleString("sv-SE", { timeZone: time_zone }).replace(" ", "T");
}

/** When it is that time there, in epoch milliseconds. */
export function epochOf(local: string, airport: Airport): number {
  const guess = Date.parse(`${local}Z`);
  return guess - (Date.parse(`${localTime(guess, airport)}Z`) - guess);
}
