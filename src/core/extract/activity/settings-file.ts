import { pattern } from "./pattern.ts";

const SETTINGS = pattern(String.raw`
  (?:^|/)(?:
  package(?:-lock)?\.json|tsconfig[\w.-]*\.json|
  (?:global|app|angular|turbo|nx|lerna|deno|biome|vercel|composer|project|launchSettings|
  appsettings[\w.-]*)\.json|
  [\w.-]*\.config\.\w+|\.\w[\w.-]*|Dockerfile[\w.-]*|Makefile|justfile|Gemfile|Rakefile|Procfile|Podfile|
  go\.(?:mod|sum|work)|setup\.py|requirements[\w.-]*\.txt|CMakeLists\.txt|CMakePresets\.json|pom\.xml|
  mix\.exs|
  [\w.-]+\.(?:toml|ini|cfg|conf|properties|ya?ml|lock|nix|env|tfvars|plist|csproj|props|targets|sln|gradle|
  kts|podspec|
  cmake|mk|bazel|bzl)
  )$|
  (?:^|/)(?:\.github|\.circleci|\.gitlab|\.husky|\.vscode|\.config|\.cargo)/`);

/** True for a file that tools are set up by, as against one that is the work itself. */
export const isSettingsFile = (path: string): boolean => SETTINGS.test(path);
