/** The ways in and out for prompts: in the profile and on a collection's page. */
import Upload from "lucide-react/icons/upload";
import { collectionExport, ownExport } from "#exchange/export-paths.ts";
import { IMPORT_PAGE } from "#exchange/paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";
import { ExportMenu } from "./export-menu.tsx";

/** For whoever has published something. */
export function OwnExchange() {
  return (
    <div className="mb-6 flex flex-wrap gap-3 sm:justify-end">
      <ButtonLink href={IMPORT_PAGE} variant="secondary">
        <Upload aria-hidden="true" className="size-4" /> Importar
      </ButtonLink>
      <ExportMenu label="Baixar meus prompts" pathOf={ownExport} />
    </div>
  );
}

export function CollectionExport({ id }: { id: number }) {
  return <ExportMenu label="Baixar a coleção" pathOf={(format) => collectionExport(id, format)} />;
}
