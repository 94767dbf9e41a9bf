// stand-in: the file of the branch markdown counts
import { css } from "lit";

export const markdownStyles = css`
  .text p {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
