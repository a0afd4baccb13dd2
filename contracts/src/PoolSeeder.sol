// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {IPoolSeeder} from "./interfaces/IPoolSeeder.sol";
import {IUniswapV2Pair} from "./interfaces/IUniswapV2.sol";

/// @title PoolSeeder
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract PoolSeeder is IPoolSeeder {
    using SafeERC20 for IERC20;

    /// @inheritdoc IPoolSeeder
    function seed(IUniswapV2Pair pair, uint256 amount0, uint256 amount1) external override returns (uint256 liquidity) {
        if (pair.totalSupply() != 0) revert AlreadySeeded(address(pair));
        _fill(pair, IERC20(pair.token0()), amount0);
        _fill(pair, IERC20(pair.token1()), amount1);
        liquidity = pair.mint(msg.sender);
        (uint256 reserve0, uint256 reserve1,) = pair.getReserves();
        if (reserve0 != amount0 || reserve1 != amount1) revert ReservesWrong(reserve0, reserve1);
        emit Seeded(address(pair), msg.sender, amount0, amount1, liquidity);
    }

    /// @dev Brings what the pair holds of `token` up to `amount`.
    function _fill(IUniswapV2Pair pair, IERC20 token, uint256 amount) private {
        uint256 held = token.balanceOf(address(pair));
        if (held > amount) revert TooMuchDonated(address(token), held, amount);
        token.safeTransferFrom(msg.sender, address(pair), amount - held);
    }
}
