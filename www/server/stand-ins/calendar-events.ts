interface Habit {
  readonly calendar: string;
  /** 1 is Monday. */
  readonly weekday: number;
  readonly summary: string;
  /** Hours and minutes in UTC; without them the event takes the whole day. */
  readonly time?: readonly [from: string, to: string];
  readonly location?: string;
  readonly status?: "cancelled";
}

/** What is in every week, so that no date of the demo grows old. */
const HABITS: readonly Habit[] = [
  { calendar: "primary", weekday: 1, summary: "Planning", time: ["16:30", "17:15"] },
  {
    calendar: "primary",
    weekday: 2,
    summary: "Dinner with Grace",
    time: ["18:00", "20:00"],
    status: "cancelled",
  },
  {
    calendar: "primary",
    weekday: 3,
    summary: "Workshop with Zoë",
    time: ["09:00", "11:30"],
    location: "Zürich",
  },
  { calendar: "primary", weekday: 4, summary: "Offsite 🏔️" },
  { calendar: "grace@example.com", weekday: 1, summary: "On call" },
  { calendar: "grace@example.com", weekday: 5, summary: "Retrospective", time: ["13:00", "14:00"] },
];

const DAY = 86_400_000;
/** However long a range is, its answer has an end. */
const MOST_DAYS = 370;

/** The events of a calendar in a range of epoch milliseconds, in order of time. */
export function eventsBetween(calendar: string, from: number, to: number): object[] {
  const first = Math.floor(from / DAY) * DAY;
  const days = Math.min(Math.ceil((to - first) / DAY), MOST_DAYS);
  return Array.from({ length: days }, (_, index) => new Date(first + index * DAY)).flatMap((day) =>
    HABITS.filter((habit) => habit.calendar === calendar && habit.weekday === day.getUTCDay())
      .map((habit) => ({ habit, times: timesOf(habit, day) }))
      .filter(({ times }) => times.start < to && times.end > from)
      .map(({ habit, times }) => event(habit, day, times)),
  );
}

function timesOf({ time }: Habit, day: Date): { readonly start: number; readonly end: number } {
  const at = (text: string) => Date.parse(`${dateOf(day)}T${text}:00Z`);
  return time
    ? { start: at(time[0]), end: at(time[1]) }
    : { start: day.getTime(), end: day.getTime() + DAY };
}

function event(habit: Habit, day: Date, { start, end }: { start: number; end: number }): object {
  const { calendar, summary, time, location, status = "confirmed" } = habit;
  const moment = (epoch: number) =>
    time
      ? { dateTime: new Date(epoch).toISOString().replace(".000", ""), timeZone: "Europe/Zurich" }
      : { date: dateOf(new Date(epoch)) };
  return {
    kind: "calendar#event",
    id: `${summary.replace(/\W/g, "").toLowerCase()}${dateOf(day).replaceAll("-", "")}`,
    status,
    summary,
    ...(location !== undefined && { location }),
    start: moment(start),
    end: moment(end),
    attendees: calendar === "primary" && time ? [{ email: "grace@example.com" }] : [],
  };
}

function dateOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}
