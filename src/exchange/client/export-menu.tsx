/** A menu that downloads prompts as a file, in the format that is chosen. */
import Download from "lucide-react/icons/download";
import { FOR_EXCEL } from "#exchange/export-paths.ts";
import { type FileFormat, FORMAT_LABELS } from "#exchange/format.ts";
import { messages } from "#exchange/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { buttonStyle } from "#ui/button-style.ts";
import { DropdownMenu, MenuButton } from "#ui/dropdown-menu.tsx";
import { toast } from "#ui/toast.ts";

const CHOICES: { label: string; format: FileFormat; query?: string }[] = [
  { label: FORMAT_LABELS.json, format: "json" },
  { label: messages.forExcel, format: "csv", query: FOR_EXCEL },
  { label: messages.withCommas, format: "csv" },
  { label: FORMAT_LABELS.md, format: "md" },
];

/** @param pathOf where the file of a format is */
export function ExportMenu({ label, pathOf }: { label: string; pathOf: (format: FileFormat) => string }) {
  async function download(format: FileFormat, query: string) {
    try {
      const { fetchFile, saveFile } = await import("#platform/client/download.ts");
      saveFile(await fetchFile(pathOf(format) + query, () => {}), `prompteca.${format}`);
    } catch (error) {
      const description = error instanceof ApiError ? error.message : messages.exportFailedText;
      toast({ title: messages.exportFailed, description, variant: "destructive" });
    }
  }
  return (
    <DropdownMenu
      label={label}
      triggerClassName={buttonStyle({ variant: "secondary", className: "noscript:hidden" })}
      trigger={
        <>
          <Download aria-hidden="true" className="size-4 max-sm:hidden" /> Baixar
        </>
      }
    >
      {CHOICES.map(({ label: name, format, query = "" }) => (
        <MenuButton key={name} onSelect={() => void download(format, query)}>
          {name}
        </MenuButton>
      ))}
    </DropdownMenu>
  );
}
