// What VS Code's Jupyter extension does in a notebook's webview: its own widget manager shows what a cell gives.
import { activate, kernels, servers } from "./ipywidgets.js";

const VIEW = "application/vnd.jupyter.widget-view+json";
const WIDGETS = "cell-output-ipywidget-background";
const MODULES = new URL("nbextensions/", location.href);

// How the extension styles the outputs of widgets: a white sheet under all of them, whatever the theme, or JupyterLab's
// variables set from VS Code's. Both are in use.
const RENDERERS = {
  white: `.${WIDGETS} { background: white !important; }`,
  bridged: `.${WIDGETS} {
    background: transparent !important;
    color: var(--vscode-editor-foreground);
    ${[0, 1, 2, 3].map((n) => `--jp-ui-font-color${n}: var(--vscode-editor-foreground);
      --jp-content-font-color${n}: var(--vscode-editor-foreground);
      --jp-layout-color${n}: var(--vscode-input-background);`).join("\n")}
    --jp-ui-font-family: var(--vscode-editor-font-family);
    --jp-brand-color1: var(--vscode-textLink-foreground);
    --jp-border-color1: var(--vscode-panel-border);
    --jp-border-color2: var(--vscode-panel-border);
  }
  .vscode-light .${WIDGETS} { ${[0, 1, 2, 3].map((n) => `--jp-layout-color${n}:
    var(--vscode-notebook-cellEditorBackground);`).join("")} }`,
};

const faults = [];
const scripts = {
  widgetsRegisteredInRequireJs: new Set(),
  async loadWidgetScript(name) {
    requirejs.config({ paths: { [name]: new URL(`${name}/index`, MODULES).href } });
    this.widgetsRegisteredInRequireJs.add(name);
  },
  errorHandler: (name, module, version, error) => faults.push(`${module} ${version} ${name}: ${error}`),
  successHandler() {},
};

function place() {
  const cell = document.createElement("div");
  cell.className = "cell_container";
  cell.innerHTML = `<div class="output_container"><div class="output"><div class="${WIDGETS}"><div class="${WIDGETS}"
    tabindex="0" role="region" aria-label="Interactive widget output"><div class="cell-output"></div></div></div></div></div>`;
  document.querySelector("#container").append(cell);
  return cell.querySelector("[role=region]");
}

// The extension does this to what stands there half a second after a widget was shown.
function reachable(node) {
  for (const control of node.querySelectorAll(":is(button, a[href], [role=button]):not([tabindex])")) {
    control.tabIndex = 0;
    control.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      control.click();
    });
  }
}

async function show(manager, data) {
  const node = place();
  const model = await manager.get_model(data.model_id);
  const view = await manager.create_view(model, { el: node });
  await manager.display_view(data, view, { node });
  setTimeout(() => reachable(node), 500);
}

async function notebook() {
  activate();
  window.vscIPyWidgets8.load();
  const { origin } = location;
  const settings = { baseUrl: `${origin}/`, wsUrl: `${origin.replace("http", "ws")}/`, appendToken: false };
  const serverSettings = servers.ServerConnection.makeSettings(settings);
  const model = await kernels.KernelAPI.startNew({ name: "python3" }, serverSettings);
  const kernel = new kernels.KernelConnection({ model, serverSettings, handleComms: true });
  const manager = new window.vscIPyWidgets.WidgetManager(kernel, undefined, scripts, () => {});
  const run = async (code) => {
    const shown = [];
    const cell = kernel.requestExecute({ code });
    cell.onIOPub = ({ header, content }) => {
      if (header.msg_type === "error") faults.push(content.traceback.join("\n"));
      if (content.data?.[VIEW]) shown.push(show(manager, content.data[VIEW]));
    };
    await cell.done;
    await Promise.all(shown);
    return faults;
  };
  return { run, end: () => kernels.KernelAPI.shutdownKernel(model.id, serverSettings) };
}

window.paint = ({ kind, renderer, colours }) => {
  document.body.className = kind;
  for (const [name, value] of Object.entries(colours)) document.documentElement.style.setProperty(`--vscode-${name}`, value);
  document.querySelector("#renderer").textContent = RENDERERS[renderer];
  for (const glide of document.getAnimations()) if (glide instanceof CSSTransition) glide.finish();
};
window.notebook = notebook();
