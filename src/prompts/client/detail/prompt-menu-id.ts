/** Id of a prompt's menu, which the notice of its publication opens too. */
export const PROMPT_MENU = "opcoes";
