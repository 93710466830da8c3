/** "Como Enviar Seu Prompt": publishing a prompt in three steps. */
import { ButtonLink } from "#ui/button-link.tsx";
import { Tile } from "#ui/tile.tsx";

const stepsOf = (reviewsNewAccounts: boolean) => [
  {
    title: "Crie sua conta",
    text: "Leva um minuto: nome de usuário, e-mail e senha. Confirme o endereço e você já pode publicar.",
  },
  {
    title: "Prepare o prompt",
    text: "Reúna o texto completo, a ferramenta de IA em que ele funciona e uma imagem de exemplo do resultado.",
  },
  {
    title: "Compartilhe",
    text: `${
      reviewsNewAccounts
        ? "Até a conta completar um dia e ter três prompts publicados, eles passam pela moderação, em até 24 horas. Depois, é enviar"
        : "Envie"
    } e pronto: o prompt aparece na hora na biblioteca, para quem quiser copiar, curtir e favoritar.`,
  },
];

/** @param reviewsNewAccounts whether new authors' prompts wait for a moderator (decision 40) */
export function HowToShare({ reviewsNewAccounts }: { reviewsNewAccounts: boolean }) {
  return (
    <section aria-labelledby="como-enviar" className="measure mt-20 sm:mt-28">
      <h2 id="como-enviar" className="text-3xl">
        Como Enviar Seu Prompt
      </h2>
      <ol className="mt-8 grid gap-8 md:grid-cols-3 md:gap-5">
        {stepsOf(reviewsNewAccounts).map(({ title, text }, index) => (
          <li key={title} className="border-t border-line pt-5">
            <div className="flex items-center gap-4 md:max-lg:flex-col md:max-lg:items-start">
              <Tile seed={title} columns={2} rows={2} className="size-14 rounded-tile rounded-tr-corner-sm" />
              <h3 className="text-xl">
                <span className="text-muted">{`${index + 1}. `}</span>
                {title}
              </h3>
            </div>
            <p className="mt-4 max-w-sm text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-10">
        <ButtonLink href="/submit" variant="accent" size="lg">
          Enviar meu prompt
        </ButtonLink>
      </p>
    </section>
  );
}
