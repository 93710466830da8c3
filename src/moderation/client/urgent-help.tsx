/** Whom to turn to when it cannot wait for this site. */
import type { ReactNode } from "react";

interface Help {
  title: string;
  text: ReactNode;
  ways: { href: string; label: string }[];
}

const HELP: readonly Help[] = [
  {
    title: "Imagem íntima sem consentimento",
    text: "Denuncie: em geral, a publicação fica oculta assim que você confirmar. Se ela circula em outros lugares, a SaferNet orienta de graça.",
    ways: [
      { href: "#denuncia", label: "Denuncie aqui" },
      { href: "https://new.safernet.org.br/helpline", label: "Canal de Ajuda da SaferNet" },
    ],
  },
  {
    title: "Criança ou adolescente em risco",
    text: "O Disque 100 atende a qualquer hora, de graça e sem que você se identifique. Crimes na internet, denuncie também à SaferNet.",
    ways: [
      { href: "tel:100", label: "Ligue para o Disque 100" },
      { href: "https://new.safernet.org.br/denuncie", label: "Denuncie à SaferNet" },
    ],
  },
  {
    title: "Perigo ou violência agora",
    text: "Se alguém corre perigo neste momento, chame a polícia. Violência contra a mulher: o Ligue 180 orienta a qualquer hora.",
    ways: [
      { href: "tel:190", label: "Ligue 190, polícia" },
      { href: "tel:180", label: "Ligue 180" },
    ],
  },
];

export function UrgentHelp() {
  return (
    <section aria-labelledby="urgente" className="mt-10">
      <h2 id="urgente" className="text-2xl">
        É urgente?
      </h2>
      <div className="mt-5 grid gap-px overflow-clip rounded-tile rounded-tr-corner-lg border border-line bg-line md:grid-cols-3">
        {HELP.map(({ title, text, ways }) => (
          <div
            key={title}
            className="row-span-3 grid grid-rows-subgrid gap-y-0 border-t-4 border-accent bg-card p-4 sm:p-6"
          >
            <h3 className="text-lg text-balance">{title}</h3>
            <p className="mt-2 mb-3 text-sm text-muted">{text}</p>
            <ul>
              {ways.map(({ href, label }) => (
                <li key={href}>
                  <a
                    href={href}
                    className="text-link inline-flex min-h-11 items-center font-semibold"
                    {...(href.startsWith("http") && { rel: "noopener noreferrer", target: "_blank" })}
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
