# shellcheck shell=bash
# What the test needs and the machine may lack; sourced by run.sh. Everything is reused if it is complete.

code_server=4.100.3 # VS Code 1.100.3, the newest for Node 20

# Sets chromium.
install_packages() {
  command -v rg >/dev/null || "$root/tools/install-packages" ripgrep
  "$root/tools/install-packages" fortran-language-server gfortran
  chromium=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  if [ -z "$chromium" ]; then
    "$root/tools/install-packages" chromium
    chromium=$(command -v chromium)
  fi
}

# install_vscode FOLDER: sets vscode, the folder of VS Code's server. The wrapper around it is not used, as it needs a
# native module; nor are install scripts, as they fetch from outside the package registry.
install_vscode() {
  local folder=$1
  vscode=$folder/node_modules/code-server/lib/vscode
  exec 9>"$folder.lock" && flock 9
  if [ ! -e "$folder/complete" ]; then
    rm -rf "$folder" && mkdir -p "$folder"
    npm_install "$folder" "code-server@$code_server"
    npm_install "$vscode" --omit=dev
    ln -sfn node_modules "$vscode/node_modules.asar"
    ln -sf code-linux.sh "$vscode/bin/remote-cli/code-server"
    ln -sf browser-linux.sh "$vscode/bin/helpers/browser.sh"
    mkdir -p "$vscode/node_modules/@vscode/ripgrep/bin"
    ln -sf "$(command -v rg)" "$vscode/node_modules/@vscode/ripgrep/bin/rg"
    touch "$folder/complete"
  fi
  exec 9>&-
}

# install_modules EXTENSION CACHE: sets modules, a folder with the node modules of the extension's lock file.
install_modules() {
  local extension=$1 cache=$2
  modules=$cache/modules-$(sha256sum <"$extension/package-lock.json" | cut -c1-16)
  exec 9>"$modules.lock" && flock 9
  if [ ! -e "$modules/complete" ]; then
    rm -rf "$modules" && mkdir -p "$modules"
    cp "$extension"/{package.json,package-lock.json,.npmrc} "$modules"
    quietly npm ci --prefix "$modules" --ignore-scripts --no-audit --no-fund
    touch "$modules/complete"
  fi
  exec 9>&-
}

npm_install() {
  local folder=$1
  shift
  (cd "$folder" && quietly npm install --ignore-scripts --no-audit --no-fund "$@")
}

# Runs a command and shows what it said only if it fails.
quietly() {
  "$@" >"$work/install.log" 2>&1 || { cat "$work/install.log" >&2; return 1; }
}
