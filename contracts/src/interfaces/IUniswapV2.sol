// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

/// @notice The part of a Uniswap V2 pair, or of PancakeSwap V2, its fork, that the oracle and the first
/// liquidity need.
interface IUniswapV2Pair {
    function token0() external view returns (address);

    function token1() external view returns (address);

    /// @return reserve0 Base units of token0.
    /// @return reserve1 Base units of token1.
    /// @return blockTimestampLast Time of the last change of the reserves, modulo 2**32.
    function getReserves() external view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast);

    /// @return Sum over time of reserve1/reserve0, as UQ112x112 times seconds, up to `blockTimestampLast`;
    /// may overflow.
    function price0CumulativeLast() external view returns (uint256);

    /// @return Sum over time of reserve0/reserve1, as UQ112x112 times seconds, up to `blockTimestampLast`;
    /// may overflow.
    function price1CumulativeLast() external view returns (uint256);

    /// @return Base units of liquidity tokens there are; 0: the pair never had liquidity.
    function totalSupply() external view returns (uint256);

    /// @notice Gives `to` liquidity tokens for whatever the pair holds beyond its reserves.
    /// @return liquidity Base units of liquidity tokens.
    function mint(address to) external returns (uint256 liquidity);
}

/// @notice The used part of the router: the outcome of a swap, with the pool's own fee.
interface IUniswapV2Router {
    /// @param amountIn Base units of `path[0]`.
    /// @param path Tokens from the first to the last, each two with a pair.
    /// @return amounts Base units at each step; the last is what comes out.
    function getAmountsOut(uint256 amountIn, address[] calldata path) external view returns (uint256[] memory amounts);
}
