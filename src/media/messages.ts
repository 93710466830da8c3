/** Portuguese texts of the media room: why a picture was refused. */

export const messages = {
  notDataUrl: "Envie a imagem como uma data URL em base64.",
  tooLarge: "A imagem deve ter no máximo 5 MB.",
  unsupported: "Formato de imagem não aceito. Use PNG, JPG, GIF, WebP ou AVIF.",
  broken: "A imagem está corrompida ou incompleta. Tente salvar o arquivo novamente.",
  tooManyPixels: "A imagem deve ter no máximo 50 megapixels.",
  tooManyPixelsMoving:
    "Uma animação deve ter no máximo 16 megapixels, somados todos os quadros. Reduza a largura ou a quantidade de quadros.",
  tooManyFrames: "Uma animação deve ter no máximo 500 quadros. Reduza a quantidade de quadros.",
  tooManyPixelsAvif: "Imagens AVIF devem ter no máximo 16 megapixels.",
  sideTooLong: "A imagem deve ter no máximo 16.383 pixels de largura e de altura.",
  barred: "A moderação removeu esta imagem, e ela não pode ser publicada de novo. Escolha outra.",
  tooSlow: "A imagem é complexa demais para ser processada. Tente uma versão menor.",
  busy: "Há muitas imagens sendo processadas agora. Tente novamente em alguns segundos.",
  ownBusy: "Você já tem imagens sendo processadas. Aguarde alguns segundos e tente novamente.",
  animationTooLarge:
    "GIFs e outras animações devem ter no máximo 5 MB. Reduza o arquivo ou envie uma imagem estática.",
  notShrunk:
    "Não foi possível reduzir esta imagem no seu aparelho: ela é grande demais, está corrompida, ou o navegador protege as imagens contra leitura. Envie uma versão de até 5 MB.",
  unreadable: "Não foi possível ler o arquivo. Escolha a imagem novamente.",
  notFound: "Imagem não encontrada",
} as const;
