/** A case's deadline in words. */
const MINUTE = 60_000;

/** @returns the two largest units, such as `1 h 20`; days alone from two on */
function duration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  const hours = Math.floor(minutes / 60);
  if (minutes < 60) return `${minutes} min`;
  if (hours >= 48) return `${Math.floor(hours / 24)} dias`;
  const rest = minutes % 60;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, "0")}`;
}

/**
 * @param deadline ISO 8601
 * @param now milliseconds since 1970
 * @returns for example `vence em 1 h 20`, `venceu há 3 dias`; within a minute `vence agora`
 */
export function deadlineText(deadline: string, now: number): string {
  const left = new Date(deadline).getTime() - now;
  if (Math.abs(left) < MINUTE) return "vence agora";
  return left > 0 ? `vence em ${duration(left)}` : `venceu há ${duration(-left)}`;
}
