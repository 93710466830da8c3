/** Portuguese error messages that apply to any text. */

export const messages = {
  marksPiled: "O texto empilha acentos ou sinais demais em uma mesma letra",
} as const;
