/** Formats dates in Portuguese and Brasília time, with the same result on servers and browsers. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const months = [
  "janeiro",
  "fevereiro",
  "março",
  "abril",
  "maio",
  "junho",
  "julho",
  "agosto",
  "setembro",
  "outubro",
  "novembro",
  "dezembro",
];

/** Only numbers come from `Intl`: words and separators differ between versions of its locale data. */
const parts = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/Sao_Paulo",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

type Moment = Date | string | number;

function inBrasilia(date: Moment): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(date)).map(({ type, value }) => [type, value]));
}

/** @returns the long form, such as `15 de abril de 2025`; the first of a month is `1º` */
export function formatDate(date: Moment): string {
  const { day, month, year } = inBrasilia(date);
  return `${day === "1" ? "1º" : day} de ${months[Number(month) - 1]} de ${year}`;
}

/** @returns the year in Brasília */
export function formatYear(date: Moment): string {
  return inBrasilia(date).year ?? "";
}

/** @returns date and time of day, such as `15 de abril de 2025 às 09:30` */
export function formatDateTime(date: Moment): string {
  const { hour, minute } = inBrasilia(date);
  return `${formatDate(date)} às ${hour}:${minute}`;
}

/**
 * Relative time in the largest unit that fits (specification, section 9): minutes, hours, days under 7, weeks under 5,
 * months under 12, then years. Less than a minute, and the future (clocks differ), is `agora`.
 * @param now milliseconds since 1970
 */
export function relativeTime(date: Moment, now: number): string {
  const passed = now - new Date(date).getTime();
  const ago = (count: number, one: string, many: string) => `há ${count} ${count === 1 ? one : many}`;
  const days = Math.floor(passed / DAY);
  const weeks = Math.floor(days / 7);
  const monthCount = Math.floor(days / 30);
  if (passed < MINUTE) return "agora";
  if (passed < HOUR) return ago(Math.floor(passed / MINUTE), "minuto", "minutos");
  if (passed < DAY) return ago(Math.floor(passed / HOUR), "hora", "horas");
  if (days < 7) return ago(days, "dia", "dias");
  if (weeks < 5) return ago(weeks, "semana", "semanas");
  if (monthCount < 12) return ago(monthCount, "mês", "meses");
  return ago(Math.max(1, Math.floor(days / 365)), "ano", "anos");
}
