import { expect, test, vi } from "vitest";
import { closeToast, currentToast, toast } from "./toast.ts";

test("on the server a toast goes nowhere", () => {
  const before = currentToast.get();
  toast({ title: "Link copiado" });
  expect(currentToast.get()).toBe(before);
});

test("one message at a time: the next takes its place, and closing the old one leaves it alone", () => {
  vi.stubGlobal("window", globalThis);
  const heard = vi.fn();
  const stop = currentToast.subscribe(heard);

  toast({ title: "Login bem-sucedido" });
  const first = currentToast.get();
  toast({ title: "Falha no login", variant: "destructive" });
  expect(currentToast.get()).toMatchObject({ title: "Falha no login", open: true });
  expect(heard).toHaveBeenCalledTimes(2);

  closeToast(first?.id ?? -1);
  expect(currentToast.get()?.open).toBe(true);
  closeToast(currentToast.get()?.id ?? -1);
  expect(currentToast.get()).toMatchObject({ title: "Falha no login", open: false });

  stop();
  toast({ title: "Link copiado" });
  expect(heard).toHaveBeenCalledTimes(3);
});
