/** Says that a page needs JavaScript, where there is none. */

export function ScriptNotice() {
  return (
    <noscript>
      <p className="mb-6 rounded-tile rounded-tr-corner border border-edge bg-card p-5">
        <strong className="block font-heading text-lg">Esta página precisa de JavaScript</strong>
        Ative-o nas configurações do navegador e recarregue a página. Para ler, buscar e copiar prompts, ele
        não é necessário.
      </p>
    </noscript>
  );
}
