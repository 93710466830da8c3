/** Portuguese error messages that apply to any input. */

export const messages = {
  overridden:
    "O texto tem um caractere invisível que inverte a ordem das letras. Apague-o ou digite o texto de novo.",
  pageInvalid: "A página deve ser um número inteiro de 1 a 1.000.000",
  afterInvalid: "after deve ser o next da página anterior, na mesma ordem",
  marksPiled: "O texto empilha acentos ou sinais demais em uma mesma letra",
} as const;
