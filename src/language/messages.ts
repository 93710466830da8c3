/** What texts are refused with, whatever they are for. */

export const messages = {
  marksPiled: "O texto empilha acentos ou sinais demais em uma mesma letra",
} as const;
