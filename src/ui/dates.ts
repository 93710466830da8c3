/** Formats dates in Portuguese and Brasília time, with the same result on servers and browsers. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Only the parts come from `Intl`: the words between them differ between versions of its locale data. */
const parts = new Intl.DateTimeFormat("pt-BR", {
  timeZone: "America/Sao_Paulo",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});
const ago = new Intl.RelativeTimeFormat("pt-BR");

type Moment = Date | string | number;

function inBrasilia(date: Moment): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(date)).map(({ type, value }) => [type, value]));
}

/** @returns the long form, such as `15 de abril de 2025`; the first of a month is `1º` */
export function formatDate(date: Moment): string {
  const { day, month, year } = inBrasilia(date);
  return `${day === "1" ? "1º" : day} de ${month} de ${year}`;
}

/** @returns the year in Brasília */
export function formatYear(date: Moment): string {
  return inBrasilia(date).year ?? "";
}

/** @returns the time of day, such as `09:30` */
export function formatTime(date: Moment): string {
  const { hour, minute } = inBrasilia(date);
  return `${hour}:${minute}`;
}

/** @returns date and time of day, such as `15 de abril de 2025 às 09:30` */
export function formatDateTime(date: Moment): string {
  return `${formatDate(date)} às ${formatTime(date)}`;
}

/**
 * Relative time in the largest unit that fits (specification, section 9): minutes, hours, days under 7, weeks under 5,
 * months under 12, then years. Less than a minute, and the future (clocks differ), is `agora`.
 * @param now milliseconds since 1970
 */
export function relativeTime(date: Moment, now: number): string {
  const passed = now - new Date(date).getTime();
  const days = Math.floor(passed / DAY);
  const weeks = Math.floor(days / 7);
  const months = Math.floor(days / 30);
  if (passed < MINUTE) return "agora";
  if (passed < HOUR) return ago.format(-Math.floor(passed / MINUTE), "minute");
  if (passed < DAY) return ago.format(-Math.floor(passed / HOUR), "hour");
  if (days < 7) return ago.format(-days, "day");
  if (weeks < 5) return ago.format(-weeks, "week");
  if (months < 12) return ago.format(-months, "month");
  return ago.format(-Math.max(1, Math.floor(days / 365)), "year");
}
