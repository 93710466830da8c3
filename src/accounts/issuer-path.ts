/** The page where the way from an issuer ends. */
export const ISSUER_PAGE = "/entrar-com";
