import { describe, expect, test } from "vitest";
import { formatDate, formatDateTime, relativeTime } from "./dates.ts";

const now = Date.UTC(2026, 10, 21, 12);
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe("relativeTime", () => {
  test.each([
    [-5 * minute, "agora"],
    [0, "agora"],
    [59 * second, "agora"],
    [minute, "há 1 minuto"],
    [5 * minute, "há 5 minutos"],
    [hour - 1, "há 59 minutos"],
    [hour, "há 1 hora"],
    [day - 1, "há 23 horas"],
    [day, "há 1 dia"],
    [7 * day - 1, "há 6 dias"],
    [7 * day, "há 1 semana"],
    [35 * day - 1, "há 4 semanas"],
    [35 * day, "há 1 mês"],
    [60 * day, "há 2 meses"],
    [360 * day - 1, "há 11 meses"],
    [360 * day, "há 1 ano"],
    [729 * day, "há 1 ano"],
    [730 * day, "há 2 anos"],
  ])("%i ms ago reads %s", (passed, label) => {
    expect(relativeTime(now - passed, now)).toBe(label);
    expect(relativeTime(new Date(now - passed).toISOString(), now)).toBe(label);
  });
});

describe("dates", () => {
  test("are Brasília's, whatever the zone of the machine", () => {
    expect(formatDate("2025-04-15T02:30:00Z")).toBe("14 de abril de 2025");
    expect(formatDate("2026-03-01T12:00:00Z")).toBe("1º de março de 2026");
    expect(formatDateTime("2026-01-01T02:05:00Z")).toBe("31 de dezembro de 2025 às 23:05");
    expect(formatDateTime("2026-01-01T03:05:00Z")).toBe("1º de janeiro de 2026 às 00:05");
  });
});
