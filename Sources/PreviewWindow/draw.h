/* Shapes of an overlay on a renderer of SDL2. */
#ifndef SCANBEAM_PREVIEW_DRAW_H
#define SCANBEAM_PREVIEW_DRAW_H

#include <SDL.h>
#include <scanbeam.h>

/* Draws a shape on a renderer of width x height pixels, with `scale` pixels for a unit of line widths. */
void draw_shape(SDL_Renderer *renderer, const scanbeam_shape *shape, double width, double height, double scale);

/* Draws the frame that shows which button the keyboard means. */
void draw_focus(SDL_Renderer *renderer, const scanbeam_shape *shape, double width, double height, double scale);

#endif
