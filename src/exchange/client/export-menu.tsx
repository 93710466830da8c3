/** A menu that downloads prompts as a file, in the format that is chosen. */
import Download from "lucide-react/icons/download";
import { FILE_FORMATS, type FileFormat, FORMAT_LABELS } from "#exchange/format.ts";
import { messages } from "#exchange/messages.ts";
import { ApiError } from "#platform/client/api.ts";
import { buttonStyle } from "#ui/button-style.ts";
import { DropdownMenu, MenuButton } from "#ui/dropdown-menu.tsx";
import { toast } from "#ui/toast.ts";

/** @param pathOf where the file of a format is */
export function ExportMenu({ label, pathOf }: { label: string; pathOf: (format: FileFormat) => string }) {
  async function download(format: FileFormat) {
    try {
      const { fetchFile, saveFile } = await import("#platform/client/download.ts");
      saveFile(await fetchFile(pathOf(format), () => {}), `prompteca.${format}`);
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
          <Download aria-hidden="true" className="size-4" /> Baixar
        </>
      }
    >
      {FILE_FORMATS.map((format) => (
        <MenuButton key={format} onSelect={() => void download(format)}>
          {FORMAT_LABELS[format]}
        </MenuButton>
      ))}
    </DropdownMenu>
  );
}
