/** Every component in every state, on one page. */
import { TextLink } from "#ui/button-link.tsx";
import { ContentSpecimens } from "./content-specimens.tsx";
import { ControlSpecimens } from "./control-specimens.tsx";
import { FormSpecimens } from "./form-specimens.tsx";
import { OverlaySpecimens } from "./overlay-specimens.tsx";

const sections = [
  ["botoes", "Botões"],
  ["contadores", "Curtir e guardar"],
  ["abas", "Abas e páginas"],
  ["etiquetas", "Etiquetas e pessoas"],
  ["formularios", "Formulários"],
  ["sobreposicoes", "Diálogos, menus e avisos"],
  ["cartoes", "Cartões"],
  ["detalhe", "Um prompt"],
  ["estados", "Vazio, erro, carregando"],
  ["azulejos", "Azulejos"],
] as const;

export function DevUi() {
  return (
    <div className="measure pt-10">
      <h1 className="text-display">Componentes</h1>
      <p className="mt-4 max-w-2xl text-lg text-muted">
        Cada peça do site em cada estado. Só existe fora de produção, e só para quem está nesta máquina.
      </p>
      <nav aria-label="Seções" className="my-8 flex flex-wrap gap-x-5 gap-y-2">
        {sections.map(([id, title]) => (
          <TextLink key={id} href={`#${id}`}>
            {title}
          </TextLink>
        ))}
      </nav>
      <ControlSpecimens />
      <FormSpecimens />
      <OverlaySpecimens />
      <ContentSpecimens />
    </div>
  );
}
