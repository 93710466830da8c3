throw new Error("planted");
