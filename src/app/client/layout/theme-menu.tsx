/** The theme menu: light, dark or system; stored under vite-ui-theme, applied by public/theme.js. */
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useSyncExternalStore } from "react";
import { onStored, readStored, writeStored } from "#platform/client/browser-storage.ts";
import { DropdownMenu, MenuButton } from "#ui/dropdown-menu.tsx";

/** Specification, section 2. */
const STORAGE_KEY = "vite-ui-theme";

const themes = [
  { value: "light", label: "Claro", Icon: Sun },
  { value: "dark", label: "Escuro", Icon: Moon },
  { value: "system", label: "Padrão do sistema", Icon: Monitor },
] as const;

const stored = () => readStored(STORAGE_KEY) ?? "light";

/** theme.js hears of it by the storage event. */
const choose = (theme: string) => writeStored(STORAGE_KEY, theme);

export function ThemeMenu() {
  const theme = useSyncExternalStore(onStored, stored, () => "light");
  return (
    <DropdownMenu
      label="Tema"
      triggerClassName="grid size-11 place-items-center rounded-tile rounded-tr-corner-sm transition-colors hover:bg-primary-soft aria-expanded:bg-primary-soft"
      trigger={
        <>
          <Sun aria-hidden="true" className="size-5 dark:hidden" />
          <Moon aria-hidden="true" className="hidden size-5 dark:block" />
        </>
      }
    >
      {themes.map(({ value, label, Icon }) => (
        <MenuButton key={value} checked={theme === value} onSelect={() => choose(value)}>
          <Icon aria-hidden="true" />
          {label}
        </MenuButton>
      ))}
    </DropdownMenu>
  );
}
