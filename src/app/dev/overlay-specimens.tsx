/** Overlays for `/dev/ui`: dialogs, menus, tooltips, toasts. */
import Settings from "lucide-react/icons/settings";
import { type ReactNode, useState } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DropdownMenu, MenuButton, MenuLink } from "#ui/dropdown-menu.tsx";
import { TextField } from "#ui/text-field.tsx";
import { type ToastVariant, toast } from "#ui/toast.ts";
import { Tooltip } from "#ui/tooltip.tsx";
import { Section, Specimen } from "./specimen.tsx";

const messages: Record<ToastVariant, { title: string; description: string }> = {
  default: { title: "Link copiado", description: "É só colar onde quiser." },
  success: { title: "Sucesso", description: "Seu prompt foi enviado com sucesso" },
  destructive: { title: "Erro", description: "Ocorreu um erro ao processar sua ação" },
};

export function OverlaySpecimens() {
  return (
    <Section id="sobreposicoes" title="Diálogos, menus e avisos">
      <Specimen name="Diálogos">
        <DialogOpener title="Um diálogo curto">
          <p>Uma pergunta, e o que acontece depois.</p>
        </DialogOpener>
        <DialogOpener title="Um diálogo com um título que passa de uma linha">
          <div className="grid gap-5">
            {["Nome", "E-mail", "Cidade", "Estado", "País", "Idioma", "Assunto"].map((label) => (
              <TextField key={label} label={label} />
            ))}
          </div>
        </DialogOpener>
      </Specimen>
      <Specimen name="Menu e dica">
        <DropdownMenu
          label="Abrir menu"
          trigger="Abrir menu"
          triggerClassName="min-h-11 rounded-tile border border-edge px-4"
        >
          <MenuLink href="/dev/ui">
            <Settings aria-hidden="true" /> Um link
          </MenuLink>
          <MenuButton onSelect={() => undefined}>Uma ação</MenuButton>
          <MenuButton checked onSelect={() => undefined}>
            Escolhida
          </MenuButton>
          <MenuButton checked={false} onSelect={() => undefined}>
            Não escolhida
          </MenuButton>
        </DropdownMenu>
        <Tooltip text="Uma dica que aparece ao apontar">
          <IconButton label="Aponte para mim">
            <Settings aria-hidden="true" />
          </IconButton>
        </Tooltip>
      </Specimen>
      <Specimen name="Avisos">
        {(["default", "success", "destructive"] as const).map((variant) => (
          <Button key={variant} variant="secondary" onClick={() => toast({ ...messages[variant], variant })}>
            Aviso {variant}
          </Button>
        ))}
        <Button variant="secondary" onClick={() => toast({ title: "Logout realizado" })}>
          Aviso sem texto
        </Button>
        <Button
          variant="secondary"
          onClick={() =>
            toast({
              ...messages.success,
              variant: "success",
              action: { label: "Seguir adiante", href: "/prompts" },
            })
          }
        >
          Aviso com próximo passo
        </Button>
      </Specimen>
    </Section>
  );
}

function DialogOpener({ title, children }: { title: string; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description="O que ele faz, em uma frase.">
        {children}
      </Dialog>
    </>
  );
}
