/** Reports how many variables were copied unfilled; undefined when there are none. */
export function fieldsLeft(left: number): string | undefined {
  if (left === 0) return undefined;
  return left === 1
    ? "Preencha o campo que falta antes de enviar."
    : `Preencha os ${left} campos que faltam antes de enviar.`;
}
