// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

interface IFactory {
    function createPair(address a, address b) external returns (address);
}

interface IRouter {
    function addLiquidity(
        address a,
        address b,
        uint256 amountA,
        uint256 amountB,
        uint256 minA,
        uint256 minB,
        address to,
        uint256 deadline
    ) external returns (uint256, uint256, uint256);

    function swapExactTokensForTokens(
        uint256 amountIn,
        uint256 minOut,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external returns (uint256[] memory);

    function getAmountsOut(uint256 amountIn, address[] calldata path) external view returns (uint256[] memory);
}

interface IPairLiquidity {
    function swap(uint256 amount0Out, uint256 amount1Out, address to, bytes calldata data) external;

    function burn(address to) external returns (uint256, uint256);
}

/// @notice Deploys the real Uniswap V2 from the artefacts its authors published on npm.
abstract contract Market is Test {
    function deployMarket() internal returns (IFactory factory, IRouter router) {
        factory = IFactory(_deploy("v2-core/build/UniswapV2Factory.json", abi.encode(address(this))));
        address weth = _deploy("v2-periphery/build/WETH9.json", "");
        router = IRouter(_deploy("v2-periphery/build/UniswapV2Router02.json", abi.encode(factory, weth)));
    }

    function _deploy(string memory file, bytes memory args) private returns (address deployed) {
        string memory json = vm.readFile(string.concat("../node_modules/@uniswap/", file));
        bytes memory code =
            abi.encodePacked(vm.parseBytes(string.concat("0x", vm.parseJsonString(json, ".bytecode"))), args);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 0x20), mload(code))
        }
        require(deployed != address(0), "market contract not deployed");
    }
}
