/** The theme menu: light, dark or system; stored under vite-ui-theme, applied by public/theme.js. */
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useSyncExternalStore } from "react";
import { DropdownMenu, MenuButton } from "#ui/dropdown-menu.tsx";

/** Specification, section 2. */
const STORAGE_KEY = "vite-ui-theme";

const themes = [
  { value: "light", label: "Claro", Icon: Sun },
  { value: "dark", label: "Escuro", Icon: Moon },
  { value: "system", label: "Padrão do sistema", Icon: Monitor },
] as const;

function stored(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? "light";
  } catch {
    return "light";
  }
}

/** Stores the choice and notifies theme.js by a storage event, as in other tabs. */
function choose(theme: string) {
  try {
    localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    return;
  }
  window.dispatchEvent(new StorageEvent("storage", { key: STORAGE_KEY }));
}

function onStorage(changed: () => void) {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}

export function ThemeMenu() {
  const theme = useSyncExternalStore(onStorage, stored, () => "light");
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
