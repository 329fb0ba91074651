#include "draw.h"

#include <math.h>

static SDL_Color colour(uint32_t argb) {
  SDL_Color c;
  c.r = (Uint8)(argb >> 16);
  c.g = (Uint8)(argb >> 8);
  c.b = (Uint8)argb;
  c.a = (Uint8)(argb >> 24);
  return c;
}

static SDL_Vertex vertex(double x, double y, SDL_Color c) {
  SDL_Vertex v;
  v.position.x = (float)x;
  v.position.y = (float)y;
  v.color = c;
  v.tex_coord.x = v.tex_coord.y = 0;
  return v;
}

static void rectangle(SDL_Renderer *renderer, double x, double y, double w, double h, uint32_t argb) {
  SDL_FRect r;
  SDL_Color c = colour(argb);
  if (c.a == 0 || !(w > 0) || !(h > 0)) return;
  r.x = (float)x;
  r.y = (float)y;
  r.w = (float)w;
  r.h = (float)h;
  SDL_SetRenderDrawColor(renderer, c.r, c.g, c.b, c.a);
  SDL_RenderFillRectF(renderer, &r);
}

/* A filled polygon without bays, of at most 64 corners, around its first point. */
static void fan(SDL_Renderer *renderer, const SDL_FPoint *points, int count, SDL_Color c) {
  SDL_Vertex vertices[64];
  int indices[3 * 62], i, used = 0;
  if (count < 3 || count > 64) return;
  for (i = 0; i < count; i++) vertices[i] = vertex(points[i].x, points[i].y, c);
  for (i = 1; i + 1 < count; i++) {
    indices[used++] = 0;
    indices[used++] = i;
    indices[used++] = i + 1;
  }
  SDL_RenderGeometry(renderer, NULL, vertices, count, indices, used);
}

/* Small ones need few corners: the ends of all lines are discs. */
static void disc(SDL_Renderer *renderer, double x, double y, double radius, SDL_Color c) {
  SDL_FPoint points[40];
  int i, count = radius < 2 ? 6 : radius < 5 ? 12 : 40;
  if (c.a == 0 || !(radius > 0.5)) return;
  for (i = 0; i < count; i++) {
    points[i].x = (float)(x + radius * cos(i * 2 * M_PI / count));
    points[i].y = (float)(y + radius * sin(i * 2 * M_PI / count));
  }
  fan(renderer, points, count, c);
}

/* Lines that see through would be darker where they meet: those have no round ends. */
static void line(SDL_Renderer *renderer, SDL_FPoint a, SDL_FPoint b, double width, uint32_t argb) {
  SDL_Color c = colour(argb);
  double dx = b.x - a.x, dy = b.y - a.y, length = sqrt(dx * dx + dy * dy);
  SDL_FPoint corners[4];
  if (c.a == 0 || !(width > 0)) return;
  if (width < 1) width = 1;
  if (c.a == 255) {
    disc(renderer, a.x, a.y, width / 2, c);
    disc(renderer, b.x, b.y, width / 2, c);
  }
  if (!(length > 0)) return;
  dx *= width / 2 / length;
  dy *= width / 2 / length;
  corners[0].x = (float)(a.x - dy), corners[0].y = (float)(a.y + dx);
  corners[1].x = (float)(b.x - dy), corners[1].y = (float)(b.y + dx);
  corners[2].x = (float)(b.x + dy), corners[2].y = (float)(b.y - dx);
  corners[3].x = (float)(a.x + dy), corners[3].y = (float)(a.y - dx);
  fan(renderer, corners, 4, c);
}

static void border(SDL_Renderer *renderer, double x, double y, double w, double h, double width, uint32_t argb) {
  if (!(width > 0) || argb >> 24 == 0) return;
  if (width < 1) width = 1;
  rectangle(renderer, x - width / 2, y - width / 2, w + width, width, argb);
  rectangle(renderer, x - width / 2, y + h - width / 2, w + width, width, argb);
  rectangle(renderer, x - width / 2, y + width / 2, width, h - width, argb);
  rectangle(renderer, x + w - width / 2, y + width / 2, width, h - width, argb);
}

/* The lines of a sign. */
static void sign(SDL_Renderer *renderer, const scanbeam_shape *shape, double width, double height, double thickness) {
  uint64_t i;
  for (i = 0; i + 1 < shape->point_count; i += 2) {
    SDL_FPoint a = {(float)(shape->points[i].x * width), (float)(shape->points[i].y * height)};
    SDL_FPoint b = {(float)(shape->points[i + 1].x * width), (float)(shape->points[i + 1].y * height)};
    line(renderer, a, b, thickness, shape->line_colour);
  }
}

void draw_shape(SDL_Renderer *renderer, const scanbeam_shape *shape, double width, double height, double scale) {
  double x = shape->frame.x * width, y = shape->frame.y * height;
  double w = shape->frame.width * width, h = shape->frame.height * height;
  double thickness = shape->line_width * scale, side = w < h ? w : h;
  uint64_t i;
  SDL_FPoint a, b, corners[64];
  SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);
  switch (shape->kind) {
  case SCANBEAM_SHAPE_RECTANGLE:
    rectangle(renderer, x, y, w, h, shape->fill_colour);
    border(renderer, x, y, w, h, thickness, shape->line_colour);
    break;
  case SCANBEAM_SHAPE_MASK:
    rectangle(renderer, 0, 0, width, y, shape->fill_colour);
    rectangle(renderer, 0, y + h, width, height - y - h, shape->fill_colour);
    rectangle(renderer, 0, y, x, h, shape->fill_colour);
    rectangle(renderer, x + w, y, width - x - w, h, shape->fill_colour);
    border(renderer, x, y, w, h, thickness, shape->line_colour);
    break;
  case SCANBEAM_SHAPE_POLYGON:
  case SCANBEAM_SHAPE_LINE:
    if (shape->kind == SCANBEAM_SHAPE_POLYGON && shape->fill_colour >> 24 != 0 && shape->point_count <= 64) {
      for (i = 0; i < shape->point_count; i++) {
        corners[i].x = (float)(shape->points[i].x * width);
        corners[i].y = (float)(shape->points[i].y * height);
      }
      fan(renderer, corners, (int)shape->point_count, colour(shape->fill_colour));
    }
    for (i = 0; i < shape->point_count; i++) {
      uint64_t next = i + 1;
      if (next == shape->point_count) {
        if (shape->kind == SCANBEAM_SHAPE_LINE) break;
        next = 0;
      }
      a.x = (float)(shape->points[i].x * width), a.y = (float)(shape->points[i].y * height);
      b.x = (float)(shape->points[next].x * width), b.y = (float)(shape->points[next].y * height);
      line(renderer, a, b, thickness, shape->line_colour);
    }
    break;
  case SCANBEAM_SHAPE_BAR:
    rectangle(renderer, x, y, w, h, shape->fill_colour);
    rectangle(renderer, x, y, w * shape->value, h, shape->line_colour);
    break;
  case SCANBEAM_SHAPE_BUTTON:
    disc(renderer, x + w / 2, y + h / 2, side / 2, colour(shape->fill_colour));
    sign(renderer, shape, width, height, thickness);
    break;
  case SCANBEAM_SHAPE_SIGN:
    sign(renderer, shape, width, height, thickness * 2);
    break;
  default: break;
  }
}

void draw_focus(SDL_Renderer *renderer, const scanbeam_shape *shape, double width, double height, double scale) {
  double gap = 4 * scale;
  SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);
  border(renderer, shape->frame.x * width - gap, shape->frame.y * height - gap, shape->frame.width * width + 2 * gap,
         shape->frame.height * height + 2 * gap, 2 * scale, 0xffffffff);
}
