/** Sample data of `/dev/ui`. */
import type { PromptView } from "#prompts/contract.ts";

const picture = "/icons/icon-512.png";

/** A typical prompt, with an id that no real one has. */
export const samplePrompt: PromptView = {
  id: 900_000_007,
  title: "Retrato em aquarela com luz de fim de tarde",
  content:
    "Retrato em aquarela de [pessoa], luz dourada de fim de tarde entrando pela janela à esquerda, papel de grão grosso à vista nas margens, sem contornos duros. Paleta de [cor] e azul-cobalto, fundo quase branco.",
  description: "Troque a pessoa e a cor. Para um resultado mais solto, peça menos camadas de tinta.",
  thumbnail_url: picture,
  image: {
    url: picture,
    srcset: `${picture} 512w`,
    width: 512,
    height: 512,
    animated: false,
    color: "#24499c",
    alt: "A marca da Prompteca em um quadrado",
  },
  llm_type_id: 3,
  llm_type: { id: 3, name: "Midjourney" },
  tags: ["Aquarela", "Retrato"],
  allow_remixes: true,
  user: { username: "Marina Alves" },
  user_id: "00000000-0000-4000-8000-000000000007",
  views: 1234,
  likes_count: 87,
  answered_count: 15,
  worked_count: 12,
  last_worked_at: "2026-03-05T12:00:00.000Z",
  is_liked: true,
  is_favorited: true,
  created_at: "2026-03-02T12:00:00.000Z",
  edited_at: null,
  version: 1,
};

/** Texts at their limits, endless words, no picture. */
export const longPrompt: PromptView = {
  ...samplePrompt,
  id: 900_000_008,
  title:
    "Um título que não cabe em duas linhas de nenhum cartão, porque quem o escreveu quis dizer tudo de uma vez, do começo ao fim",
  content: `Pneumoultramicroscopicossilicovulcanoconiótico${"ó".repeat(60)} é a primeira palavra. ${"Depois vem um texto comprido. ".repeat(40)}`,
  description: null,
  image: { ...samplePrompt.image, url: "", srcset: "", alt: null },
  llm_type_id: 4,
  llm_type: { id: 4, name: "Stable Diffusion" },
  user: { username: "Maria Aparecida dos Santos Ferreira Lima" },
  views: 1,
  likes_count: 1_234_567,
  is_liked: false,
  is_favorited: false,
};

/** A picture that fails to load, and an unknown tool. */
export const brokenPrompt: PromptView = {
  ...samplePrompt,
  id: 900_000_009,
  title: "Sem imagem",
  content: "Curto.",
  image: { ...samplePrompt.image, url: "/media/inexistente.webp", srcset: "" },
  llm_type: { id: 99, name: "Ferramenta nova" },
  user: { username: "jo" },
  likes_count: 0,
  is_liked: false,
  is_favorited: false,
};
