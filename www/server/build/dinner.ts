/** The state that the page and this agent share. */
export interface Dinner {
  readonly guests: number;
  readonly wine: number;
  readonly menu: string;
  readonly dessert: string | null;
}

const MOST_GUESTS = 12;

/** Reads the state that a request has; whatever is not of its form is as at the beginning. */
export function readDinner(state: unknown): Dinner {
  const { guests, menu, dessert } = (state ?? {}) as Partial<Record<keyof Dinner, unknown>>;
  const count = typeof guests === "number" && guests >= 1 ? Math.round(guests) : 4;
  return {
    guests: Math.min(count, MOST_GUESTS),
    wine: wineFor(Math.min(count, MOST_GUESTS)),
    menu: typeof menu === "string" ? menu.slice(0, 2_000) : "",
    dessert: typeof dessert === "string" ? dessert.slice(0, 100) : null,
  };
}

/** The bottles for a number of guests. */
export function wineFor(guests: number): number {
  return Math.ceil(guests / 2);
}
