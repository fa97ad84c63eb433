// What is opened first.
export { default as Dashboard } from "./dashboard/dashboard";
