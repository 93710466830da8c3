/** The home page's hero: the site's purpose, between tile panels. */
import { ButtonLink } from "#ui/button-link.tsx";
import { Carousel } from "#ui/carousel.tsx";
import { slides } from "./slides.tsx";

export function Hero() {
  return (
    <section className="measure grid items-center gap-10 pt-10 sm:pt-14 lg:grid-cols-[1fr_28rem] lg:pt-10 xl:grid-cols-[1fr_34rem] xl:gap-16">
      <div>
        <h1 className="text-display">Encontre e compartilhe prompts poderosos</h1>
        <p className="mt-6 max-w-lg text-lg text-muted">
          Uma coleção aberta, em português: cada prompt ao lado da imagem que ele produziu. Para copiar,
          adaptar e publicar.
        </p>
        <div className="mt-8 grid gap-3 min-[28rem]:flex min-[28rem]:flex-wrap">
          <ButtonLink href="/prompts" size="lg">
            Explorar Prompts
          </ButtonLink>
          <ButtonLink href="/submit" variant="secondary" size="lg">
            Compartilhar Prompt
          </ButtonLink>
        </div>
      </div>
      <Carousel
        label="O que você encontra na Prompteca"
        slides={slides}
        className="aspect-4/5 max-h-160 w-full lg:max-h-120 rounded-tile rounded-tr-corner-xl border border-line bg-card sm:aspect-4/3 lg:aspect-4/5"
      />
    </section>
  );
}
