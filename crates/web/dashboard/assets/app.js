// Progressive enhancement only: every page works without this file, save copying and live figures.
"use strict";

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/* Copy buttons: <button data-copy="ID" hidden>. Shown only where copying works. */
function enableCopying() {
  if (!navigator.clipboard) return;
  const status = document.createElement("p");
  status.className = "hush";
  status.setAttribute("role", "status");
  document.body.append(status);
  for (const button of all("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copy);
      await navigator.clipboard.writeText(source.value ?? source.textContent);
      button.dataset.done = "";
      status.textContent = button.dataset.copied ?? "✓";
      setTimeout(() => { delete button.dataset.done; status.textContent = ""; }, 2000);
    });
  }
}

/* Links to a text that are copied instead of followed: <a data-copy-link href="…">. Without script they show the text. */
function enableCopyLinks() {
  if (!navigator.clipboard) return;
  for (const link of all("a[data-copy-link]")) {
    link.addEventListener("click", async (event) => {
      event.preventDefault();
      const answer = await fetch(link.href);
      if (!answer.ok) { location.assign(link.href); return; }
      await navigator.clipboard.writeText(await answer.text());
      const words = link.querySelector("span");
      const before = words.textContent;
      words.textContent = link.dataset.copied;
      link.dataset.done = "";
      setTimeout(() => { words.textContent = before; delete link.dataset.done; }, 2000);
    });
  }
}

/* Menu on phones: <a href="#nav" data-menu="nav">. Without script the fragment opens it by :target. */
function enableMenu() {
  for (const link of all("[data-menu]")) {
    const menu = document.getElementById(link.dataset.menu);
    link.setAttribute("role", "button");
    link.setAttribute("aria-controls", menu.id);
    link.setAttribute("aria-expanded", "false");
    const toggle = (open) => {
      menu.classList.toggle("open", open);
      link.setAttribute("aria-expanded", String(menu.classList.contains("open")));
    };
    link.addEventListener("click", (event) => { event.preventDefault(); toggle(); });
    link.addEventListener("keydown", (event) => { if (event.key === " ") { event.preventDefault(); toggle(); } });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && menu.classList.contains("open")) { toggle(false); link.focus(); }
    });
  }
}

/* Theme: <form data-theme-switch>. Changes at once, and lets the server remember it. */
function enableThemeSwitch() {
  for (const form of all("form[data-theme-switch]")) {
    form.addEventListener("submit", (event) => {
      const chosen = event.submitter;
      if (!chosen) return;
      event.preventDefault();
      if (chosen.value === "auto") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = chosen.value;
      for (const button of all("button[name=theme]")) button.setAttribute("aria-pressed", String(button.value === chosen.value));
      fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, chosen)), redirect: "manual" }).catch(() => {});
    });
  }
}

/* Tabs: <div class="tabs" data-tabs="Label"><section id="…"><h3>curl</h3>…</section>…</div>. */
function enableTabs() {
  for (const tabs of all("[data-tabs]")) {
    const panels = all(":scope > section", tabs);
    const list = document.createElement("div");
    list.className = "tab-list";
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", tabs.dataset.tabs);
    const buttons = panels.map((panel) => {
      const button = document.createElement("button");
      button.type = "button";
      button.id = `${panel.id}-tab`;
      button.textContent = panel.querySelector("h3").textContent;
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", button.id);
      return button;
    });
    const select = (chosen, focus) => {
      buttons.forEach((button, index) => {
        button.setAttribute("aria-selected", String(index === chosen));
        button.tabIndex = index === chosen ? 0 : -1;
        panels[index].hidden = index !== chosen;
      });
      if (focus) buttons[chosen].focus();
    };
    buttons.forEach((button, index) => {
      button.addEventListener("click", () => select(index, false));
      button.addEventListener("keydown", (event) => {
        const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        select((to + buttons.length) % buttons.length, true);
      });
    });
    list.append(...buttons);
    tabs.prepend(list);
    tabs.classList.add("ready");
    select(0, false);
  }
}

/* Price calculator: <form data-calculator data-per-usd data-vnd-per-usd>; see NOTES.md. */
function enableCalculators() {
  for (const form of all("form[data-calculator]")) {
    const format = (number, least = 0, most = least) =>
      number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: least, maximumFractionDigits: most });
    const count = (input) => Math.min(Number(input.max || Infinity), Math.max(Number(input.min || 0), Math.floor(Number(input.value) || 0)));
    const update = () => {
      const language = form.elements.language?.selectedOptions[0];
      let credits = 0;
      const fixed = form.querySelector("input[data-fixed-price]:checked");
      // An article from notes is no longer than they are.
      const notes = form.querySelector("input[data-from-notes]:checked") ? [...form.elements.ownTexts.value.trim()].length : 0;
      const longest = notes || Infinity;
      for (const input of all("input[data-price], input[data-words]", form)) {
        const articles = input.hasAttribute("data-per-article") ? count(form.elements.articles) : 1;
        const line = "words" in input.dataset
          ? Math.min(Math.floor(count(input) * Number(language.dataset.tenthsPerWord) / 10) * articles, longest)
          : count(input) * Number(input.dataset.price) * articles;
        const shown = form.querySelector(`output[data-line="${input.name}"]`);
        if (shown) shown.value = format(line);
        credits += line;
      }
      if (fixed) credits = Number(fixed.dataset.fixedPrice);
      const usd = credits / Number(form.dataset.perUsd);
      form.querySelector("output[data-credits]").value = format(credits);
      form.querySelector("output[data-usd]").value = format(usd, 2, 5);
      form.querySelector("output[data-vnd]").value = format(Math.round(usd * Number(form.dataset.vndPerUsd)));
    };
    form.addEventListener("input", update);
    update();
    for (const button of all("[data-without-script]", form)) button.hidden = true;
  }
}

/* Article progress: <section data-events="URL">; each message is the JSON of the status call. */
function followArticles() {
  for (const place of all("[data-events]")) {
    const source = new EventSource(place.dataset.events);
    const show = (event) => {
      const state = JSON.parse(event.data);
      const bar = place.querySelector("progress");
      if (bar && Number.isFinite(state.progress)) bar.value = state.progress;
      for (const shown of all("[data-progress]", place)) shown.textContent = `${state.progress} %`;
      const stages = all("[data-stage]", place);
      const now = stages.findIndex((stage) => stage.dataset.stage === state.stage);
      stages.forEach((stage, index) => {
        stage.dataset.state = index < now ? "done" : index === now ? "now" : "waiting";
        stage.toggleAttribute("aria-current", index === now);
        if (index === now) stage.setAttribute("aria-current", "step");
      });
      if (state.status && (state.status !== "processing" || state.stage === "approval")) { source.close(); location.reload(); }
    };
    for (const name of ["message", "status", "progress"]) source.addEventListener(name, show);
    addEventListener("pagehide", () => source.close());
  }
}

/* Time zone: forms that sign in carry the browser's, and pages of the dashboard report it if it has changed: <body data-zone="…">.
   Without script times are in UTC, and the page says so. */
function reportZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  for (const input of all("input[data-timezone]")) input.value = `auto.${zone}`;
  const known = document.body.dataset.zone;
  if (known === undefined || known === zone) return;
  fetch("/preferences", { method: "POST", body: new URLSearchParams({ timezone: `auto.${zone}` }), redirect: "manual" }).catch(() => {});
}

/* Selects that act at once: <select data-submit>; the form's button stays for those without script. */
function submitOnChange() {
  for (const select of all("select[data-submit]")) {
    select.addEventListener("change", () => select.form.requestSubmit());
  }
}

/* Editor: <form data-editor="URL"> with <textarea data-part="…"> and <div data-preview-of="…" hidden>. The server renders each part a
   moment after it was typed. Without script a button shows the preview of the whole article. */
function enableEditors() {
  for (const form of all("form[data-editor]")) {
    for (const field of all("textarea[data-part]", form)) {
      const pane = form.querySelector(`[data-preview-of="${CSS.escape(field.dataset.part)}"]`);
      let timer, latest = 0;
      const show = async () => {
        const number = ++latest;
        const body = new URLSearchParams({ csrf: form.elements.csrf.value, part: field.dataset.part, markdown: field.value });
        const answer = await fetch(form.dataset.editor, { method: "POST", body }).catch(() => undefined);
        if (!answer || number !== latest || (!answer.ok && answer.status !== 422)) return;
        const text = await answer.text();
        if (number !== latest) return;
        pane.hidden = false;
        pane.className = answer.ok ? "live prose" : "live error";
        if (answer.ok) pane.innerHTML = text;
        else pane.textContent = text;
      };
      field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 400); });
    }
  }
}

/* Printing: <button data-print hidden>. */
function enablePrinting() {
  for (const button of all("button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
}

for (const enable of [enableCopying, enableCopyLinks, enableMenu, enableThemeSwitch, enableTabs, enableCalculators, followArticles, submitOnChange, enableEditors, enablePrinting, reportZone]) enable();
