/* Within a frame of another site: copies the prompt; in WordPress's sandbox, has the page around follow links. */
(() => {
  const button = document.querySelector("button");
  const text = document.querySelector(".text");
  const status = document.querySelector("[role=status]");

  const select = () => getSelection().selectAllChildren(text);

  /* The deprecated command needs no permission, which frames of another origin often lack. */
  const copySelection = () => {
    const write = (event) => {
      event.clipboardData.setData("text/plain", text.textContent);
      event.preventDefault();
    };
    select();
    document.addEventListener("copy", write);
    try {
      return document.execCommand("copy");
    } catch {
      return false;
    } finally {
      document.removeEventListener("copy", write);
    }
  };

  const copy = async () => {
    let copied = true;
    try {
      await navigator.clipboard.writeText(text.textContent);
    } catch {
      copied = copySelection();
    }
    /* What could not be copied stays selected, for the reader's own keys. */
    if (copied) getSelection().removeAllRanges();
    else select();
    status.textContent = copied ? button.dataset.copied : button.dataset.selected;
  };

  if (button) {
    button.hidden = false;
    button.addEventListener("click", copy);
  }

  /* WordPress names the frame in its address, and forbids it to open anything. */
  const secret = /secret=(\w+)/.exec(location.hash)?.[1];
  if (secret && parent !== window) {
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link) return;
      event.preventDefault();
      parent.postMessage({ message: "link", value: link.href, secret }, "*");
    });
  }
})();
